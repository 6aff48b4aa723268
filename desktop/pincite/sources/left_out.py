"""What is left out unless the user wants it: lists with names, each of which can be switched off."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeftOutList:
    """Patterns (as in `globs`) under one switch.

    A `silent` list fits files alone, which come and go too quickly to be worth a line in a report.
    """

    name: str
    sentence: str
    patterns: tuple[str, ...]
    silent: bool = False


TEMPORARY = LeftOutList(
    "temporary",
    "an editor's or a download's temporary file",
    (
        ".goutputstream-*", "*~", "*.sw[nopx]", ".*.sw[a-z]", "4913", "*.tmp", "*.temp", "~$*", ".~lock.*#", ".#*", "#*#", "*.part",
        "*.partial", "*.crdownload", "*.download", "*.sb-????????-??????", "*___jb_tmp___", "*___jb_old___", "*.kate-swp", ".fuse_hidden*",
        ".nfs????????*", ".syncthing.*.tmp", "~syncthing~*", ".~tmp~", "._*", ".DS_Store", "Thumbs.db", "desktop.ini", ".directory",
        ".*.kate-swp", ".*.un~",
    ),
    silent=True,
)  # fmt: skip
SECRETS = LeftOutList(
    "secrets",
    "keys and passwords",
    (
        ".ssh/", ".gnupg/", ".aws/", ".azure/", ".kube/", ".docker/", ".password-store/", "*.pem", "*.key", "*.p12", "*.pfx",
        "*.ppk", "*.jks", "*.keystore", "*.kdb", "*.kdbx", "*.keychain{,-db}", "*.gpg", "*.pgp", "id_{rsa,dsa,ecdsa,ed25519}{,.pub}",
        "{id,ssh_host}_*_key", ".netrc", "_netrc", ".pgpass", ".htpasswd", ".git-credentials", ".npmrc", ".pypirc", ".env", ".env.*",
        "wallet.dat", "*.ovpn", ".vault-token", ".s3cfg", ".boto", "*.tfstate{,.backup}", "{credentials,application_default_credentials,token}.json",
        "client_secret*.json", "service[-_]account*.json", "secrets.{json,yaml,yml,toml,ini}", "logins.json", "key[34].db", "cookies.{sqlite,txt}",
        "**/Chrome/User Data/", "**/Edge/User Data/", "**/Application Support/Google/Chrome/", "**/Firefox/Profiles/",
    ),
)  # fmt: skip
VERSION_CONTROL = LeftOutList(
    "version-control", "the inner files of a version control system", (".git", ".hg/", ".svn/", ".bzr/", "_darcs/", "**/CVS/{Entries,Root,Repository}", ".jj/", ".fossil-*")
)
DEPENDENCIES = LeftOutList(
    "dependencies",
    "installed packages and what is built from them",
    (
        "node_modules/", "bower_components/", "jspm_packages/", "site-packages/", "dist-packages/", ".venv/", ".tox/", ".nox/",
        ".eggs/", "*.egg-info/", ".gradle/", ".m2/", ".cargo/", ".rustup/", ".npm/", ".yarn/", ".pnpm-store/", ".bundle/",
    ),
)  # fmt: skip
CACHES = LeftOutList(
    "caches",
    "caches",
    (
        "__pycache__/", ".cache/", "*.py[co]", ".{mypy,pytest,ruff,hypothesis,parcel,sass,eslint}_cache/", ".{sass,parcel,turbo,ccache}-cache/",
        ".hypothesis/", ".ipynb_checkpoints/", ".thumbnails/", ".next/", ".nuxt/", "**/Library/Caches/", ".obsidian/", ".stversions/", ".stfolder/",
        ".dropbox.cache/", ".tmp.driveupload/", ".tmp.drivedownload/",
    ),
)  # fmt: skip
GENERATED = LeftOutList(
    "generated",
    "made by a program for a program",
    (
        "*.min.{js,css,mjs}", "*.{bundle,chunk}.{js,css}", "*.{js,mjs,css,ts}.map", "searchindex.js", "search_index.js{,on}", "objects.inv",
        "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "composer.lock", "Gemfile.lock", "Cargo.lock", "poetry.lock",
        "Pipfile.lock", "pdm.lock", "uv.lock", "flake.lock", "go.sum",
    ),
)  # fmt: skip
TRASH = LeftOutList(
    "trash",
    "the trash and the system's own folders",
    (".Trash{,es,-*}/", "$RECYCLE.BIN/", "System Volume Information/", "lost+found/", ".Spotlight-V100/", ".fseventsd/", ".TemporaryItems/",
     ".DocumentRevisions-V100/"),
)  # fmt: skip
HIDDEN = LeftOutList("hidden", "a hidden file or folder", (".?*",))

LEFT_OUT = (TEMPORARY, SECRETS, VERSION_CONTROL, DEPENDENCIES, CACHES, GENERATED, TRASH, HIDDEN)
"""In the order they are asked; the first that fits gives the reason."""
LEFT_OUT_NAMES = frozenset(one.name for one in LEFT_OUT)
TELLTALES = {"CACHEDIR.TAG": CACHES, "pyvenv.cfg": DEPENDENCIES}
"""A file that says of its folder what it is: a cache (bford.info/cachedir), a Python environment."""
