"""What is known about APIs: which operations they have and what each accepts."""

from waypost.apis.api import Api, Branch, Fit
from waypost.apis.by_address import GITHUB, ApiDocument, Apis, Apps, documents_of, referenced_files
from waypost.apis.load import ApiLibrary
from waypost.apis.model import Operation, Parameter, ParameterPlace
from waypost.apis.shape import HOLE, REST, Shape, segments, shape_of

__all__ = [
    "GITHUB",
    "HOLE",
    "REST",
    "Api",
    "ApiDocument",
    "ApiLibrary",
    "Apis",
    "Apps",
    "Branch",
    "Fit",
    "Operation",
    "Parameter",
    "ParameterPlace",
    "Shape",
    "documents_of",
    "referenced_files",
    "segments",
    "shape_of",
]
