"""Players of the `Encoder` role. None touches the network, but the endpoint a user has set."""

from pincite.encoding.endpoint import EndpointEncoder
from pincite.encoding.hashing import HashingEncoder
from pincite.encoding.universal import UniversalSentenceEncoder

__all__ = ["EndpointEncoder", "HashingEncoder", "UniversalSentenceEncoder"]
