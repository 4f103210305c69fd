/** A node of the syntax tree (ESTree), reduced to what is used here. */
export type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  [field: string]: unknown;
};

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Calls `visit` for each node with its ancestors, the nearest last. If it returns false, the node's children are left out. */
export function walk(node: Node, visit: (node: Node, ancestors: readonly Node[]) => unknown, ancestors: Node[] = []) {
  if (visit(node, ancestors) === false) return;
  ancestors.push(node);
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit, ancestors);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, visit, ancestors);
  }
  ancestors.pop();
}
