"""What is known of APIs: which operations there are and what they take."""

from waypost.apis.api import Api, Branch, Fit
from waypost.apis.by_address import Apis, documents_of
from waypost.apis.load import github, load_document
from waypost.apis.model import Operation, Parameter, ParameterPlace
from waypost.apis.shape import HOLE, REST, Shape, segments, shape_of

__all__ = [
    "HOLE",
    "REST",
    "Api",
    "Apis",
    "Branch",
    "Fit",
    "Operation",
    "Parameter",
    "ParameterPlace",
    "Shape",
    "documents_of",
    "github",
    "load_document",
    "segments",
    "shape_of",
]
