"""Words that only hold a question together. They are taken from questions alone, never from the index.

So "to be or not to be" stays findable: when nothing else remains, stop words are searched. Words are in their exact form
(lower case, accents kept).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_LISTS = {
    "en": """a about above after again against all also am an and any are aren't as at be because been before being below between both
        but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever every few for
        from further had hadn't has hasn't have haven't having he her here hers herself him himself his how however i i'd i'll i'm i've
        if in into is isn't it it's its itself just let's may me might more most much must my myself no nor not of off on once one only
        onto or other our ours ourselves out over own per please rather same shall she should shouldn't so some such than that that's
        the their theirs them themselves then there there's these they they're this those through thus to too toward towards under until
        up upon us very was wasn't we we're were weren't what what's when where where's whether which while who who's whom whose why
        will with within without won't would wouldn't you you're your yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis
        bist da dabei dadurch dafür damit dann das dass dein deine deinem deinen deiner dem den denen denn der deren des dessen dich die
        dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure für
        gegen gibt hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja
        jede jedem jeden jeder jedes jener kann kein keine keinem keinen keiner können könnte machen man mein meine meinem meinen meiner
        mich mir mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit selbst sich sie
        sind so solche soll sollen sollte sondern sonst über um und uns unser unsere unter viel vom von vor während war waren warum was
        weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wieso will wir wird wo wohin worden
        wurde wurden zu zum zur zwar zwischen""",
    "fr": """a à ai aient ainsi après as au aucun aussi autre autres aux avait avant avec avez avoir avons beaucoup c car ce ceci cela
        celle celles celui cependant ces cet cette ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore
        entre es est et étaient était été être eu eux fait font furent fut il ils j je l la le les leur leurs lors lorsque lui m ma mais
        me même mes moi mon n ne ni non nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi près puis qu quand
        que quel quelle quelles quels qui quoi s sa sans se selon sera ses si son sont sous sur t ta te tes toi ton tous tout toute
        toutes très tu un une vers vos votre vous y""",
    "es": """a al algo alguna algunas alguno algunos ante antes aquel aquella así aún aunque cada como cómo con contra cual cuál cuáles
        cuales cualquier cuando cuándo cuánto cuántos cuánta cuántas de del desde donde dónde dos durante e el él ella ellas ellos en
        entre era eran eres es esa esas ese eso esos esta está están estas este esto estos fue fueron ha había han hasta hay la las le
        les lo los más me mi mis mucho muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque qué que quien
        quién quienes quiénes se sea según ser si sí sido sin sobre son su sus también tan te tiene tienen todo todos tras tu tus un una
        unas uno unos y ya yo""",
    "it": """a ad agli ai al alla alle allo anche ancora avere c che chi ci ciò come con contro cosa cui d da dagli dai dal dalla dalle
        dallo degli dei del dell della delle dello di dopo dove due e è ed era erano essere fa fra fu furono gli ha hanno i il in io l la
        le lei lo loro lui ma me mi mia mio mo molto ne negli nei nel nell nella nelle nello noi non nostro o ogni oltre per perché più
        poi prima qual quale quali quando quanti quanto quella quelle quelli quello questa queste questi questo qui s sarà se sei senza
        si sia siano sono sta stata stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tutti tutto un una uno vi voi""",
    "pt": """a à ao aos aquela aquele aquilo as às até cada com como contra da das de dela dele deles depois desde do dos e é ela elas
        ele eles em entre era eram essa esse esta está estão este eu foi foram há isso isto já la lhe lhes mais mas me mesmo meu minha
        muito na não nas nem no nos nós num numa o onde os ou para pela pelas pelo pelos por porque porquê qual quais quando quanto
        quantos que quê quem se sem ser será seu seus são só sob sobre sua suas também te tem têm ter toda todo todos tu um uma você vos""",
    "nl": """aan al alle als ander andere bij daar dan dat de deze die dit doen door dus echter een en er ge geen haar had hadden heb
        hebben heeft hem hen het hier hij hoe hoeveel hun ik in is ja je jij kan kon kunnen maar me meer men met mij mijn moet na naar
        niet niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer
        want waren was wat we welk welke werd werden wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt att av blev bli blir där då de dem den denna deras dess dessa det detta dig din dina ditt du efter ej eller en er
        ett från för ha hade han hans har hade henne hennes hon honom hur här i icke ingen inom inte jag ju kan kunde man med mellan men
        mig min mina mitt mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitt själv ska skulle som så till
        under upp ut utan vad vara varför varje vars vart vem vi vid vilka vilken vilket var är åt över""",
    "da": """ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er
        et for fra ham han hans har havde have hende hendes her hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor
        hvornår i ikke ind jeg jer jo kan kunne man mange med meget men mig min mine mit mod når nogen noget nogle nu og også om op os på
        sådan selv sig sin sine sit skal skulle som thi til ud under var vi vil ville være været""",
    "no": """alle andre at av bare begge ble bli blir da de deg dei dem den denne der dere deres det dette din disse du eller en enn er et
        ett etter for fra få før ha hadde han hans har her hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i ikke
        ingen inn jeg kan kunne man mange med meg meget mellom men min mine mitt mot når noe noen nå og også om opp oss over på så samme
        sin sine sitt skal skulle som til under ut uten var vi vil ville vår være vært""",
    "fi": """ei eivät että he hän häneen häntä heidän ja jo johon joka jokin jos jossa jota joten jotka kanssa keiden keitä kenen ketkä ketä
        koska kuin kuinka kuka kun me mihin mikä miksi mikään millä millainen millaisia milloin missä mistä mitkä mitä mukaan mutta myös
        ne niin noin nyt olen olet oli olivat olla olleet ollut on onko ovat se sekä sen siihen siinä siitä sitä tai te tuo tämä tässä
        tästä tätä vaan vai vain vielä voi""",
    "ru": """а без более бы был была были было быть в вам вас вдруг ведь во вот все всё всего всех вы где да даже для до его ее её если есть
        ещё еще же за зачем здесь и из или им их к как какая какие какой какого какую каком каких когда кого ком кому которая которого
        которое которой котором которому которую которые который которых кто куда ли либо между меня мне много может можно мой мы на над
        надо нас не него нее неё ней нет нём нём ни них но ну о об один однако он она они оно от откуда очень перед по под после потому
        почему при про раз с сам свой своей своего себя сколько со так также такой там те тем то тогда того тоже той только том тот ту
        ты у уже хотя чего чей чем что чтобы чья эта эти это этого этой этом этот эту я является""",
    "uk": """а або адже але б без би був була були було бути в вам вас вже ви від він вона вони все всі де для до до її є же за з зі і із
        інші їх й його йому як яка який які яку якого коли ким кого кому котрий крім куди ли лише між ми може мій на над нам нас не
        нею немає ні ній них но ну о об од от перед під по після при про саме свій себе скільки так також такий там те ти тільки то тому
        тоді той у хоч хто це цей цього ця ці чи чий через чого чому що щоб я""",
    "pl": """a aby ale albo ani bardzo bez bo być był była było były by będzie chyba ci co czego czy czyj czym dla do dlaczego gdy gdzie go i
        ich ile im inny ja jak jaka jaki jakie jakim jako je jednak jego jej jest jeszcze jeśli już ją każdy kiedy kto która które którego
        której który których którym ku lub ma mają mi mnie może mu my na nad nam nas nie nich niej nim niż no o od ona one oni ono oraz
        po pod ponieważ przed przez przy są się skąd sobie swoje ta tak także tam te tego tej ten też to tu ty tych tylko tym u w we wie
        wszystko z za ze że żeby""",
    "cs": """a aby aj ale anebo ani asi až bez bude budou by byl byla byli bylo být či co což dnes do ho i já jak jaká jaké jaký jako je jeho
        její jejich jen jestli ještě jsem jsi jsou k kam kde kdo kdy když ke která které kterého kteří který kterou kolik ku ma má mezi mi
        mít mně mnou my na nad nám náš ne nebo nebyl než ni nic o od on ona oni ono ony po pod podle pokud pouze právě pro proč proto
        před přes při s se si své svůj ta tak také takže tato te tedy ten tento to tohle toho tom tomu tu ty u už v ve více však z za ze že""",
    "hu": """a abban ahhoz ahogy aki akik akkor alatt által általában amely amelyek amelyet ami amit amíg arra az azért azok azon azt azzal be
        benne csak de e egy egyes egyik ehhez el ellen elő én ennek és ez ezek ezen ezt fel felé ha hanem hány hogy hogyan hol honnan hova
        igen ill ilyen is itt jó kell ki kik kit kivel következő le legyen lehet lett maga már még meg mely melyek melyik mert mi mikor
        milyen mind mit mivel most nagy nagyon ne néhány nem nincs ő ők olyan össze ott pedig s saját sem semmi sok szerint tehát több
        új után utolsó vagy vagyok valami van vannak volt voltak vele viszont""",
    "ro": """a acea aceasta această aceea acei aceia acel acela acele acest acesta aceste acestea acești ai al ale am are aș asupra au avea ca
        când care cât câți ce cel cele ceva cine cineva cu cui cum cum da dacă dar de deci decât din după ea ei ele el este eu fi fie
        fost iar îi îl în îmi într între își la le li lor lui mai mea meu mi mult mulți ne nici niște noi nostru nu o oare ori pe pentru
        peste prin s sa să sale sau se si și sub sunt te toate tot toți tu un una unde unei unele unor unui va voi""",
    "tr": """acaba altı ama ancak artık aslında az bana bazı belki ben beni benim bile bir biri birkaç biz bize bizim bu buna bunda bunu
        bunun çok çünkü da daha de değil diye dolayı eğer en fakat gibi göre hangi hangisi hem henüz hep hepsi her herkes hiç için ile ise
        işte kadar kaç ki kim kimdir kime kimi kimin mı mi mu mü nasıl ne neden nedir nerede nereye nereden niçin niye o olan olarak oldu
        olduğu on ona onlar onu onun önce sadece sana şey sen siz sonra şu tarafından tüm üzere var ve veya ya yani yok zaman""",
    "el": """ας από για γιατί δε δεν εάν είμαι είμαστε είναι είσαι είστε εκείνη εκείνο εκείνοι ενώ επί ή η ήταν θα και κατά κι μα με μετά μη
        μην μου μια μία να ο οι όμως όπου όπως όσο ότι όταν ούτε παρά ποια ποιά ποιες ποιο ποιοι ποιος ποιός που πού πόσα πόσο πόσοι πρέπει
        προς πώς πότε σαν σε στα στη στην στις στο στον στους στων τα την της τι τις το τον του τους των τώρα ως""",
    "ar": """إذ إذا إلا التي الذي الذين اللذان إلى أم أما أن إن أنا أنت انه أنه إنه أنها إنها أو أي أية أين بعد بعض بل بين تحت تلك ثم حتى حول
        حيث خلال دون ذلك سوف عدا على عليه عليها عن عند عندما غير ف فإن فقط في فيه فيها قبل قد كان كانت كل كلا كم كما كيف لا لأن لدى لكن لم لماذا
        لن له لها لهم ليس ليست ما ماذا متى مثل مع من منذ منه منها نحن نعم هؤلاء هذا هذه هل هم هن هنا هناك هو هي و وان وقد ولا وهو وهي يا يكون
        تكون كانوا مما الى ان""",
    "he": """אבל או אולי אותה אותו אותי אותך אותם אחר אחרי אחת אי איזה איזו אילו אין איפה איך אך אל אלה אלו אם אנחנו אני אף אשר את אתה אתם
        באיזה באיזו בו בין בלי גם ה הוא היא היה היו הייתה הזאת הזה היכן הם הן הנה ו זאת זה זו יש כי כל כמה כמו כן לא לאן לה להם לו לי לך למה
        לפני מאוד מאיפה מאין מה מול מי מן מתי נגד נו עד עוד על עם פה רק ש של שלא שלה שלו שלהם שם תחת""",
    "fa": """آن آنها آیا از اگر اما او این اینکه با باید بر برای بسیار بعد به بود بودند بین پس تا تر تمام چرا چقدر چند چه چون چیست چگونه حتی
        خود خواهد دارد دارند در دو دیگر را روی زیرا شد شده شود شما طی فقط کجا کجاست کدام کرد کرده کردن کنند کند که کی کیست ما من مورد
        می نه نیز نیست هر هم هستند هست همه و ولی وی یا یک""",
    "hi": """अगर अन्य अपना अपनी अपने अब आदि आप इस इसका इसकी इसके इसमें इसे उन उनका उनकी उनके उस उसका उसकी उसके उसे एक एवं ऐसे और कई कब कर करता
        करते करना करने कहाँ कहां का काफी कि कितना कितने किया किस किसका किसकी किसने किसी किसे की कुछ के को कोई कौन कौनसा क्या क्यों गया
        गई घर जब जहाँ जा जिस जिसमें जो तक तथा तब तरह ती तो था थी थे द्वारा न नहीं ना ने पर पहले फिर बहुत बाद बारे भी मगर में मैं यदि यह
        यहाँ या ये रहा रहे लिए वह वहाँ वाला वाले वे सकता सकते सब सभी साथ से सो ही हुआ हुई हुए है हैं हो होता होती होते होना कैसे""",
    "id": """ada adalah agar akan anda antara apa apakah atas atau bagaimana bagi bahwa banyak beberapa belum bila bisa bukan dalam dan dapat
        dari daripada dengan di dia dimana hanya harus ia ini itu jadi jika juga kah kami kamu kapan karena ke kepada kita lagi lain lebih
        maka mana masih mengapa mereka milik namun oleh pada paling para pernah pula saat saja sampai sangat saya sebagai sebelum
        sebuah secara sedang sejak seorang seperti serta sesudah setelah setiap siapa siapakah sudah suatu supaya tapi telah tentang
        terhadap tersebut tetapi tidak untuk yaitu yakni yang berapa berapakah kapankah manakah dimanakah""",
    "ca": """a al als altra altres amb aquell aquella aquest aquesta aquests així bé com d de del dels des després dins doncs dos el ella ells
        els en encara entre era és est eren es et fins hi ha han havia he i in jo l la les li llavors lo los m ma me meu molt n ni no nos
        nosaltres o on per però perquè poc pot qual quals quan quant quants que què qui s sa se ser seu si són sobre sense també te té
        tot tots tu un una unes uns va vas vostè""",
    "bg": """а ако без беше би бил била били било в във вие вече все всеки всички да до дори е един една едно ето за защо защото и из или им
        има й как каква какви какво какъв като кога когато кого което които кой който колко коя къде ли между мен ми много мой може му на над
        най нас не него нея ни ние нито но ние о обаче около от отново по под после при пред през преди с са само се си след сме съм със
        също така такава такъв там те ти то това тогава тази тези той този тук тя у че ще я""",
    "sr": """a ako ali bi bih bila bili bilo bio biti da do dok ga gde gdje i ih ili im iz ja je jer jesam jesu još ju k kad kada kako kao ko
        koga koja koje kojeg kojem koji kojih koju koliko kome li me mi mu na nad nam nas ne nego neki nije nisu no o od on ona oni ono
        ovaj po pod pre prema pri sa sam samo se sebe smo sta što su sve svoj ta tada taj tako te ti to toga tu u uz već vi za zašto zar a
        ако али би био била били било да до док га где и их или им из ја је јер још кад када како као ко која које који којих коју
        колико ли ми му на не него није о од он она они оно ово по под пре при са само се смо што су све та тај тако те то у уз већ за
        зашто""",
    "et": """aga ainult ega ei et ja jah ju kas kes keda kelle kellele kui kuhu kuidas kus kust kuna ma mille millal milles mis miks mina
        mitu mõni nad need neid nende nii ning nüüd oli olid olla on oma pole sa see seda selle siis siin ta tema too tuleb või üks""",
    "lt": """apie ar arba aš bet bei būti buvo būna dar dėl ir iš iki į jau jei jis ji jo jos jie kad kada kai kaip kaipgi kas ką kiek kiekvienas
        kieno kodėl kol koks kokia kokie kuris kuri kurie kurio ko man mano mes nes ne nei nėra nuo o pagal per po prie prieš su tačiau taip
        tai tas ta tik tu už yra""",
    "zh": """什么 什麼 怎么 怎麼 怎样 怎樣 哪些 哪个 哪個 哪里 哪裡 哪一 哪年 哪位 哪种 哪種 哪兒 多少 几个 幾個 为什 為什 何时 何時 何处 何處 是谁 是誰 谁是 誰是 的是
        是什 是哪 在哪 有哪 被称 为何 為何 如何 请问 請問 的 了 是 在 和 与 與 之 吗 嗎 呢 么的 麼的 何種 何种 是何 由誰 由谁 誰的 谁的""",
    "ja": """です ます した して する いる ある どこ だれ どの どん なに なぜ いつ いく 何で 何と 誰で 誰が 何が ですか すか でし まし った って ってい てい とい いう
        うか たか るか のは とは には では から まで など の は が を に で と も か""",
    "ko": """무엇 누구 어디 언제 얼마 어느 어떤 어떻 인가 는가 은가 엇인 무슨 왜 몇 떻게 게되 되는 하는 까요 나요 가요 습니 니까 입니""",
    "th": """ที่ และ ใน ของ เป็น คือ อะไร ใคร ไหน เมื่อ ไร อย่าง ทำไม กี่ ได้ มี ไม่ ให้ จาก กับ""",
    "vi": """và là của các có cho được trong một những với không này đó khi từ đã thì như ở tại vì nào gì ai bao nhiêu đâu sao thế ra vào về bởi
        hay hoặc nhưng cũng đến để""",
}  # fmt: skip
_ENOUGH = 0.4
"""A language that the library does not have must make up this share of a question's words to be taken for its language."""


_ALIASES = {"nb": "no", "nn": "no", "ms": "id", "hr": "sr", "bs": "sr", "ur": "fa", "mk": "bg", "be": "ru", "gl": "pt", "sk": "cs"}
STOP_WORD_LANGUAGES = tuple(sorted(_LISTS))
"""Languages that have a list here."""


_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30fa]")), ("ko", re.compile("[\uac00-\ud7a3]")), ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e01-\u0e5b]")), ("ar", re.compile("[\u0621-\u064a]")), ("he", re.compile("[\u05d0-\u05ea]")),
    ("el", re.compile("[\u03b1-\u03c9]")), ("hi", re.compile("[\u0905-\u0939]")), ("ru", re.compile("[\u0430-\u044f]")),
)  # fmt: skip


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of *language* (ISO 639-1); none for one without a list."""
    return frozenset(_LISTS.get(_ALIASES.get(language, language), "").split())


def question_language(words: Sequence[str], languages: Sequence[str]) -> str:
    """The language that *words* (exact forms) are most likely in, by their stop words and else their script; "" if nothing tells.

    The library's languages and English are tried first, in this order on ties; another one only if it makes up much of the question.
    """
    known = list(dict.fromkeys([*languages, "en"]))
    home = max(known, key=lambda language: _hits(words, language))
    others = [language for language in STOP_WORD_LANGUAGES if language not in known]
    abroad = max(others, key=lambda language: _hits(words, language), default="")
    if abroad and _hits(words, abroad) >= max(2, _ENOUGH * len(words), 2 * _hits(words, home) + 1):
        return abroad
    if _hits(words, home):
        return home
    text = "".join(words)
    return next((language for language, script in _SCRIPTS if script.search(text)), "")


def leans_abroad(words: Sequence[str], languages: Sequence[str]) -> str:
    """Another language than those of the library that has as many of *words* for stop words as any of these, and one at least.

    It is only a sign: one short word may be anybody's. "" if there is no such language.
    """
    home = max((_hits(words, language) for language in languages), default=0)
    others = [language for language in STOP_WORD_LANGUAGES if language not in languages]
    abroad = max(others, key=lambda language: _hits(words, language), default="")
    return abroad if abroad and _hits(words, abroad) >= max(1, home) else ""


def _hits(words: Sequence[str], language: str) -> int:
    listed = stop_words(language)
    return sum(word in listed for word in words)
