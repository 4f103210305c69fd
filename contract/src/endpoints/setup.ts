import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { emailAddress, requiredLine } from "../fields.ts";
import { t } from "../text/t.ts";
import { auth, password } from "./auth.ts";

/** The account of the first owner of an installation. */
export const firstOwnerForm = z.strictObject({
  name: requiredLine(t("Name"), 120),
  email: emailAddress.min(1, t("Email is required")),
  password,
});

export const setup = {
  setUp: endpoint({
    method: "POST",
    path: "/setup",
    access: "public",
    tenancy: "personal",
    summary:
      "Create the first owner of an empty installation with the link that the start printed; 409 if there is one",
    body: firstOwnerForm.extend({ token: z.string().min(1, t("The set-up link is not complete")).max(200) }),
    response: auth.login.response,
    perMinute: 30,
  }),
};
