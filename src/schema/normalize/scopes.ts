import type { Resource } from "../validate/resources.ts";

/** An interned list of resources; 0 is the empty one. */
export type ScopeId = number;

/**
 * Dynamic scopes, as far as `$dynamicRef` and `$recursiveRef` can tell them apart: the resources with dynamic anchors in the order in which they were first entered. Schemas without such anchors
 * have one scope only.
 */
export class DynamicScopes {
  readonly #lists: (readonly Resource[])[] = [[]];
  readonly #extended = new Map<Resource, Map<ScopeId, ScopeId>>();

  resources(scope: ScopeId): readonly Resource[] {
    return this.#lists[scope];
  }

  enter(scope: ScopeId, resource: Resource): ScopeId {
    if (!resource.recursiveAnchor && resource.dynamicAnchors.size === 0) return scope;
    const list = this.#lists[scope];
    if (list.includes(resource)) return scope;
    let byScope = this.#extended.get(resource);
    if (byScope === undefined) {
      byScope = new Map();
      this.#extended.set(resource, byScope);
    }
    let extended = byScope.get(scope);
    if (extended === undefined) {
      extended = this.#lists.push([...list, resource]) - 1;
      byScope.set(scope, extended);
    }
    return extended;
  }
}
