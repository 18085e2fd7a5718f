"""Routes from settings: what a function's models are (S §8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Self

from pydantic import ValidationError

from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import base_error
from agentbase.llm.contracts import ModelConfigDTO, ModelRouteConfigDTO
from agentbase.llm.settings import OFFLINE_CONSERVATIVE, OFFLINE_STANDARD, ModelSettings, RouteSettings

DEFAULT_ROUTE: Final = "default"
_REQUIRED_CAPABILITIES: Final = ("structured",)
_OFFLINE_WINDOW: Final = 1_000_000


def offline_models() -> dict[str, ModelConfigDTO]:
    """The two models that are always declared (design section 4)."""
    return {name: _offline_model(name) for name in (OFFLINE_STANDARD, OFFLINE_CONSERVATIVE)}


def _offline_model(name: str) -> ModelConfigDTO:
    provider_name, model_name = name.split("/")
    return ModelConfigDTO(
        provider_name=provider_name,
        model_name=model_name,
        credential_ref=f"none:{model_name}",
        capabilities=["structured", "text"],
        context_window=_OFFLINE_WINDOW,
        max_output_tokens=_OFFLINE_WINDOW,
    )


class RouteRegistry:
    """Implements ``LLMRouteRegistryPort``: a route of its own for a function, or the default one."""

    def __init__(self, routes: Iterable[ModelRouteConfigDTO]) -> None:
        self._routes = {route.route_key: route for route in routes}

    @classmethod
    def from_settings(cls, models: Iterable[ModelSettings], routes: Mapping[str, RouteSettings]) -> Self:
        """Build every route; without a ``default`` one the two offline models answer.

        Raises CONFIG_ERROR that names the setting: a model named twice, an unknown model, limits that contradict.
        """
        known = offline_models()
        for model in models:
            if model.name in known:
                raise _config_error(f"models.{model.name}", "is named twice")
            known[model.name] = _configured_model(model)
        wanted = {DEFAULT_ROUTE: RouteSettings(), **routes}
        return cls(_route(key, settings, known) for key, settings in wanted.items())

    def get_route(self, agent_name: str, function_name: str) -> ModelRouteConfigDTO | None:
        """The route of a function, or None where none is configured."""
        key = f"{agent_name}/{function_name}"
        if key in self._routes:
            return self._routes[key]
        default = self._routes.get(DEFAULT_ROUTE)
        return None if default is None else default.model_copy(update={"route_key": key})


def _configured_model(settings: ModelSettings) -> ModelConfigDTO:
    # The name stands for the endpoint: two endpoints of one vendor need two adapters and two circuits.
    try:
        return ModelConfigDTO(
            provider_name=settings.name,
            model_name=settings.model,
            credential_ref=settings.credential_ref,
            enabled=settings.enabled,
            capabilities=list(settings.capabilities),
            context_window=settings.context_window,
            max_output_tokens=settings.max_output_tokens,
        )
    except ValidationError as error:
        raise _config_error(f"models.{settings.name}", error.errors(include_input=False)[0]["msg"]) from None


def _route(key: str, settings: RouteSettings, known: Mapping[str, ModelConfigDTO]) -> ModelRouteConfigDTO:
    for name in (settings.primary, *settings.fallbacks):
        if name not in known:
            raise _config_error(f"routes.{key}", f"unknown model {name!r}")
    try:
        return ModelRouteConfigDTO(
            route_key=key,
            primary_model=known[settings.primary],
            fallback_models=[known[name] for name in settings.fallbacks],
            request_deadline_ms=settings.request_deadline_ms,
            per_attempt_timeout_ms=settings.per_attempt_timeout_ms,
            max_attempts=settings.max_attempts,
            required_capabilities=list(_REQUIRED_CAPABILITIES),
        )
    except ValidationError as error:
        raise _config_error(f"routes.{key}", error.errors(include_input=False)[0]["msg"]) from None


def _config_error(field: str, problem: str) -> AgentBaseError:
    return base_error("CONFIG_ERROR", field_errors=[FieldError(field, problem)])
