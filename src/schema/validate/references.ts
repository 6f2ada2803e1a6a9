import type { Json } from "../../core/json.ts";
import type { Target } from "./resources.ts";
import { abort, type Context, child, malformed, type Scope } from "./run.ts";

/** `$ref`, `$dynamicRef`, `$recursiveRef`. A reference that leads nowhere ends the validation. */
export function checkReferences(context: Context): boolean {
  let valid = true;
  const target = resolve(context, "$ref");
  if (target !== undefined) valid = follow(context, "$ref", target);
  if (context.rules.dynamicRef) {
    const dynamic = resolve(context, "$dynamicRef");
    if (dynamic !== undefined) valid = follow(context, "$dynamicRef", outermost(context.scope, dynamic)) && valid;
  }
  if (context.rules.recursiveRef) {
    const recursive = resolve(context, "$recursiveRef");
    if (recursive !== undefined) valid = follow(context, "$recursiveRef", outermostRecursive(context.scope, recursive)) && valid;
  }
  return valid;
}

function resolve(context: Context, keyword: string): Target | undefined {
  const reference = context.schema.get(keyword);
  if (reference === undefined || reference === null) return undefined;
  if (typeof reference !== "string") return malformed(context, keyword, "a string");
  const target = context.run.resources.resolve(reference, context.scope.resource);
  return target ?? abort(context, "validate-ref-unresolved", `no schema is found at ${reference}`, keyword);
}

function follow(context: Context, keyword: string, target: { readonly schema: Json; readonly resource: Target["resource"] }): boolean {
  const { run, value, instance, seen } = context;
  const scope = target.resource === context.scope.resource ? context.scope : { resource: target.resource, outer: context.scope };
  return run.evaluate(run, target.schema, value, { instance, path: child(context.path, keyword), scope, seen });
}

/** A dynamic anchor is looked up in the outermost resource that has one of that name. */
function outermost(scope: Scope, target: Target): Pick<Target, "schema" | "resource"> {
  if (target.dynamic === undefined) return target;
  let found: Pick<Target, "schema" | "resource"> = target;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const schema = at.resource.dynamicAnchors.get(target.dynamic);
    if (schema !== undefined) found = { schema, resource: at.resource };
  }
  return found;
}

function outermostRecursive(scope: Scope, target: Target): Pick<Target, "schema" | "resource"> {
  if (!target.resource.recursiveAnchor) return target;
  let { resource } = target;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    if (at.resource.recursiveAnchor) resource = at.resource;
  }
  return { schema: resource.root, resource };
}
