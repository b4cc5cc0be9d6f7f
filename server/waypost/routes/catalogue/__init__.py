"""What is known of APIs: which operations there are and what they take."""

from waypost.routes.catalogue.api import Api, Branch, Fit
from waypost.routes.catalogue.apis import Apis, documents_of
from waypost.routes.catalogue.load import github, load_document
from waypost.routes.catalogue.model import Operation, Parameter, ParameterPlace
from waypost.routes.catalogue.shape import HOLE, REST, Shape, segments, shape_of

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
