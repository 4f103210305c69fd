import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { z } from "zod";

const endpointModule = /[\\/]contract[\\/]src[\\/]endpoints[\\/][\w-]+\.ts$/;
/** Marks the import of the whole module of the contract. */
export const schemasQuery = "?schemas";
const shapesFile = join(import.meta.dirname, "src/lib/http/shapes.ts");

/**
 * Replaces the contract's tables of endpoints by what a caller needs: method, path, and a function that decodes the response. The
 * schemas, and Zod with them, are then loaded only by pages with forms that validate with them: 25 kB less for every other page.
 */
export function endpointShapes(): Plugin {
  return {
    name: "endpoint-shapes",
    apply: "build",
    async load(id) {
      if (!endpointModule.test(id)) return null;
      const code = moduleCode(await import(pathToFileURL(id).href), `${id}${schemasQuery}`);
      return { code, moduleSideEffects: false };
    },
  };
}

/** The code of a module of endpoints. What is neither an endpoint nor plain data comes from the module `schemas`, if it is used. */
export function moduleCode(exported: Record<string, unknown>, schemas: string) {
  const shapes = new ShapeWriter();
  const lines: string[] = [];
  const others: string[] = [];
  for (const [name, value] of Object.entries(exported)) {
    if (isTable(value)) lines.push(`export const ${name} = ${tableCode(value, shapes)};`);
    else if (isData(value)) lines.push(`export const ${name} = ${JSON.stringify(value)};`);
    else others.push(name);
  }
  if (others.length > 0) lines.push(`export { ${others.join(", ")} } from ${JSON.stringify(schemas)};`);
  return [`import * as is from ${JSON.stringify(shapesFile)};`, ...shapes.lines, ...lines].join("\n");
}

type CallTable = Record<
  string,
  { method: string; path: string; access: string; tenancy: string; files?: object; response: z.ZodType }
>;

const isTable = (value: unknown): value is CallTable =>
  isPlain(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((call) => isPlain(call) && "method" in call && "response" in call);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData);
  if (isPlain(value)) return !("_zod" in value) && Object.values(value).every(isData);
  return ["string", "number", "boolean"].includes(typeof value);
}

function tableCode(table: CallTable, shapes: ShapeWriter) {
  const calls = Object.entries(table).map(([name, { method, path, access, tenancy, files, response }]) => {
    // Most calls are a signed-in person's own reads: without their facts every page is smaller.
    const isUsual = access === "signed-in" && tenancy === "personal" && !files;
    const rest = isUsual ? "" : `, ${JSON.stringify({ access, tenancy, files })}`;
    return `${name}: /*#__PURE__*/ is.call(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${shapes.of(response)}${rest})`;
  });
  return `{ ${calls.join(", ")} }`;
}

/** Writes a constant for each schema of an object, so that schemas that several endpoints share are written once. */
class ShapeWriter {
  lines: string[] = [];
  #names = new Map<z.ZodType, string>();

  of(schema: z.ZodType): string {
    const known = this.#names.get(schema);
    if (known) return known;
    const code = this.#codeOf(schema);
    if (!code.startsWith("is.object(")) return code;
    const name = `shape${this.lines.length}`;
    this.lines.push(`const ${name} = /*#__PURE__*/ ${code};`);
    this.#names.set(schema, name);
    return name;
  }

  #codeOf(schema: z.ZodType): string {
    const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
    const of = (inner: z.core.SomeType) => this.of(inner as z.ZodType);
    switch (def.type) {
      case "string":
      case "enum":
        return "is.text";
      case "number":
        return "is.number";
      case "boolean":
        return "is.flag";
      case "unknown":
      case "literal":
        return "is.any";
      case "pipe":
        if (def.out._zod.def.type !== "date") break;
        return "is.date";
      case "array":
        return `is.list(${of(def.element)})`;
      case "object":
        return `is.object({ ${Object.entries(def.shape).map(([name, field]) => `${JSON.stringify(name)}: ${of(field)}`)} })`;
      case "record":
        return `is.record(${of(def.valueType)})`;
      case "tuple":
        return `is.tuple([${def.items.map(of)}])`;
      case "optional":
        return `is.optional(${of(def.innerType)})`;
      case "default":
        return `is.optional(${of(def.innerType)}, ${JSON.stringify(def.defaultValue)})`;
      case "nullable":
        return `is.nullable(${of(def.innerType)})`;
      case "union":
        if ("discriminator" in def) return this.#variantsOf(schema as z.ZodDiscriminatedUnion);
        return `is.either([${def.options.map(of)}])`;
    }
    throw new Error(
      `A response has a schema of the kind ${def.type}, which ${basename(import.meta.filename)} does not know`,
    );
  }

  /** One shape for each value of the field that tells the variants apart. */
  #variantsOf({ def }: z.ZodDiscriminatedUnion): string {
    const variants = def.options.flatMap((option) => {
      const { shape } = option as unknown as z.ZodObject<Record<string, z.ZodEnum | z.ZodLiteral>>;
      const field = shape[def.discriminator];
      const values = field && "values" in field ? [...field.values] : (field?.options ?? []);
      const code = this.of(option as unknown as z.ZodType);
      return values.map((value) => `${JSON.stringify(String(value))}: ${code}`);
    });
    return `is.variant(${JSON.stringify(def.discriminator)}, { ${variants} })`;
  }
}
