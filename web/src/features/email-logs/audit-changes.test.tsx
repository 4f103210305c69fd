import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AuditChanges } from "./audit-changes.tsx";

test("changes are shown in words, with the old and the new value", () => {
  render(
    <AuditChanges
      changes={{
        roleCode: ["NORMAL_USER", "ADMIN"],
        contactPhone: ["", "+91 22 0000 1111"],
        mailboxApproval: [false, true],
        address: { line1: "1 Mill Road", line2: "", city: "Pune", country: "India" },
        features: ["One", "Two", "Three"],
        password: "changed",
      }}
    />,
  );
  const said = screen
    .getAllByRole("term")
    .map((term, at) => [term.textContent, screen.getAllByRole("definition")[at]?.textContent]);
  expect(said).toEqual([
    ["Role", "Member → Admin"],
    ["Contact phone", "empty → +91 22 0000 1111"],
    ["Mailboxes need approval", "no → yes"],
    ["Address", "1 Mill Road, Pune, India"],
    ["Features", "One, Two, Three"],
    ["Password", "changed"],
  ]);
});
