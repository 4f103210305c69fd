/**
 * Decodes responses in the built app, where the shapes below take the place of the contract's schemas (`endpoint-shapes.ts`).
 * Like the schemas they turn ISO dates into `Date`s, leave out unknown fields, and refuse a value of the wrong type. They do not
 * check limits and choices, which the server has checked.
 */
type Shape = (value: unknown) => unknown;

function typed(name: string): Shape {
  return (value) => {
    if (typeof value !== name) throw new TypeError(`${JSON.stringify(value)} is not a ${name}`);
    return value;
  };
}
export const text = typed("string");
export const number = typed("number");
export const flag = typed("boolean");
export const any: Shape = (value) => value;

export const date: Shape = (value) => {
  const decoded = new Date(text(value) as string);
  if (Number.isNaN(decoded.getTime())) throw new TypeError(`${JSON.stringify(value)} is not a date`);
  return decoded;
};

export const list =
  (item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) throw new TypeError("A list is missing");
    return value.map(item);
  };

export const object =
  (fields: Record<string, Shape>): Shape =>
  (value) => {
    const given = fieldsOf(value);
    const decoded: Record<string, unknown> = {};
    for (const name in fields) {
      const field = fields[name]?.(given[name]);
      if (field !== undefined || name in given) decoded[name] = field;
    }
    return decoded;
  };

export const record =
  (item: Shape): Shape =>
  (value) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, field]) => [name, item(field)]));

export const tuple =
  (items: Shape[]): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length !== items.length) throw new TypeError("A list has another length");
    return items.map((item, at) => item(value[at]));
  };

export const optional =
  (shape: Shape, otherwise?: unknown): Shape =>
  (value) =>
    value === undefined ? otherwise : shape(value);

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value);

/** The first shape that fits. */
export const either =
  (shapes: Shape[]): Shape =>
  (value) => {
    let last: unknown;
    for (const shape of shapes) {
      try {
        return shape(value);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };

/** The shape that the value of a field names. */
export const variant =
  (name: string, shapes: Record<string, Shape>): Shape =>
  (value) => {
    const shape = shapes[String(fieldsOf(value)[name])];
    if (!shape) throw new TypeError(`There is no such ${name}`);
    return shape(value);
  };

type CallFacts = { access: string; tenancy: string; files?: object };

/** An endpoint as a caller needs it. Without `facts` it is for the signed-in person's own data. */
export const call = (
  method: string,
  path: string,
  shape: Shape,
  facts: CallFacts = { access: "signed-in", tenancy: "personal" },
) => ({ method, path, ...facts, response: response(shape) });

/** A shape with the method by which the app decodes a response. */
export const response = (shape: Shape) => ({
  safeParse(value: unknown) {
    try {
      return { success: true, data: shape(value) };
    } catch (error) {
      return { success: false, error };
    }
  },
});

function fieldsOf(value: unknown) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("An object is missing");
  return value as Record<string, unknown>;
}
