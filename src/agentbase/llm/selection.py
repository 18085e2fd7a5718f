"""Which models of a route may be called at all (S §8.5)."""

from __future__ import annotations

from collections.abc import Collection

from agentbase.llm.contracts import ModelConfigDTO, ModelRouteConfigDTO, SkippedModelDTO


def select_models(
    route: ModelRouteConfigDTO, providers: Collection[str]
) -> tuple[list[ModelConfigDTO], list[SkippedModelDTO]]:
    """The models of a route in order, and those that are skipped with the first reason that holds."""
    selected: list[ModelConfigDTO] = []
    skipped: list[SkippedModelDTO] = []
    for model in route.in_order():
        reason_code = _reason_to_skip(model, route, providers)
        if reason_code is None:
            selected.append(model)
        else:
            skipped.append(skipped_model(model, reason_code))
    return selected, skipped


def skipped_model(model: ModelConfigDTO, reason_code: str) -> SkippedModelDTO:
    """The record of a model that is not called."""
    return SkippedModelDTO(provider_name=model.provider_name, model_name=model.model_name, reason_code=reason_code)


def _reason_to_skip(model: ModelConfigDTO, route: ModelRouteConfigDTO, providers: Collection[str]) -> str | None:
    if not model.enabled:
        return "MODEL_DISABLED"
    if not set(route.required_capabilities) <= set(model.capabilities):
        return "CAPABILITY_MISMATCH"
    if model.provider_name not in providers:
        return "PROVIDER_NOT_CONFIGURED"
    return None
