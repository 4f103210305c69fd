import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { addPerson, changePerson } from "./change-people.ts";
import { completePeople } from "./complete.ts";
import { findDoubles } from "./find-doubles.ts";
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
  on(people.get, (scope, { params }) => getPerson(scope, params.id)),
  on(people.mail, (scope, { params }) => personMail(scope, params.id)),
  on(people.create, (scope, { body }) => addPerson(scope, body)),
  on(people.update, (scope, { params, body }) => changePerson(scope, params.id, body)),
  on(people.remove, (scope, { body }) => removePeople(scope, body.ids)),
  on(people.merge, (scope, { body }) => mergePeople(scope, body.ids)),
  on(people.undo, (scope, { params }) => undoPeople(scope, params.id)),
];
