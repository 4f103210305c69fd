// The limit that `npm run bench api` compares with: a Fastify server without anything of the product. Started as a process of its own.
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import pg from "pg";

export type BareRoutes = {
  databaseUrl: string;
  /** Answers by the name of their route. */
  answers: Record<string, unknown>;
  /** One statement by the name of its route. Its rows are the answer. */
  statements: Record<string, { text: string; values: unknown[] }>;
};

const file = process.argv[2];
if (!file) throw new Error("Name the file with the routes");
const { databaseUrl, answers, statements } = JSON.parse(readFileSync(file, "utf8")) as BareRoutes;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const app = Fastify();
for (const [name, answer] of Object.entries(answers)) app.get(`/json/${name}`, async () => answer);
for (const [name, statement] of Object.entries(statements))
  app.get(`/rows/${name}`, async () => (await pool.query({ name, ...statement })).rows);
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
