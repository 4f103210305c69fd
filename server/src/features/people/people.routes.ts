import { Readable } from "node:stream";
import { api } from "@intellibox/contract/api";
import { peopleExportQuery } from "@intellibox/contract/endpoints/people";
import { peopleExportPath } from "@intellibox/contract/rules/people";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import { addPerson, changePerson } from "./change-people.ts";
import { completePeople } from "./complete.ts";
import { exportPeople } from "./files/export-people.ts";
import { importPeople, previewImport } from "./files/import-people.ts";
import { findDoubles } from "./find-doubles.ts";
import { keepApart } from "./keep-apart.ts";
import { peopleByAddress } from "./known-people.ts";
import { mergePeople, removePeople, undoPeople } from "./merge-people.ts";
import { personMail } from "./person-mail.ts";
import { getPerson, listPeople } from "./read-people.ts";

const { people } = api;

export const peopleRoutes = [
  on(people.complete, (scope, { query }) => completePeople(scope, query)),
  on(people.byAddress, async (scope, { body }) => ({
    items: [...(await scope.tx((tx) => peopleByAddress(tx, scope, body.addresses))).values()],
  })),
  on(people.list, (scope, { query }) => listPeople(scope, query)),
  on(people.doubles, findDoubles),
  on(people.keepApart, (scope, { body }) => keepApart(scope, body.ids)),
  on(people.get, (scope, { params }) => getPerson(scope, params.id)),
  on(people.mail, (scope, { params }) => personMail(scope, params.id)),
  on(people.create, (scope, { body }) => addPerson(scope, body)),
  on(people.update, (scope, { params, body }) => changePerson(scope, params.id, body)),
  on(people.remove, (scope, { body }) => removePeople(scope, body.ids)),
  on(people.merge, (scope, { body }) => mergePeople(scope, body.ids)),
  on(people.undo, (scope, { params }) => undoPeople(scope, params.id)),
  on(people.previewImport, (scope, { body, files }) => previewImport(scope, { files, columns: body.columns })),
  on(people.import, (scope, { body, files }) => importPeople(scope, { files, columns: body.columns })),
  onRaw(
    { method: "GET", path: `/api${peopleExportPath}`, access: "signed-in", perMinute: 10 },
    (scope, request, reply) => {
      const query = parsePart(peopleExportQuery, request.query, "query");
      const [type, ending] = query.format === "csv" ? ["text/csv", "csv"] : ["text/vcard", "vcf"];
      const name = `people-${scope.now().toISOString().slice(0, 10)}.${ending}`;
      return reply
        .header("content-type", `${type}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "no-store")
        .send(Readable.from(exportPeople(scope, query)));
    },
  ),
];
