import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { NumberField, TextField } from "#components/ui/field.tsx";
import { ApiError } from "../http/api-error.ts";
import { useForm } from "./use-form.ts";

const planForm = z.object({
  code: z.string().trim().toUpperCase().min(1, "Code is required"),
  maxUsers: z.number().min(1),
});

function PlanForm({ submit }: { submit: (plan: z.output<typeof planForm>) => Promise<unknown> }) {
  const { field, number, onSubmit, failure } = useForm(planForm, { start: { code: "", maxUsers: 10 }, submit });
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextField label="Code" {...field("code")} />
      <NumberField label="Max users" {...number("maxUsers")} />
      {failure && <p role="alert">{failure}</p>}
      <button type="submit">Save</button>
    </form>
  );
}
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Save" }));

test("values are validated by the contract's schema before they are sent", async () => {
  const submit = vi.fn(async () => undefined);
  render(<PlanForm submit={submit} />);
  const user = userEvent.setup();
  await user.clear(screen.getByLabelText("Max users"));
  await save(user);
  expect(await screen.findByText("Code is required")).toBeTruthy();
  expect(screen.getByText("Max users is required")).toBeTruthy();
  const code = screen.getByLabelText("Code");
  expect(code.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(code.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Code is required");
  expect(submit).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText("Max users"), "0");
  expect(await screen.findByText("Max users must be at least 1")).toBeTruthy();
  await user.clear(screen.getByLabelText("Max users"));

  await user.type(code, " acme ");
  await user.type(screen.getByLabelText("Max users"), "25");
  await save(user);
  expect(submit).toHaveBeenCalledWith({ code: "ACME", maxUsers: 25 });
});

test("an error of the server is shown beside its field, and the values stay", async () => {
  const refuse = async () => {
    throw new ApiError("That code is taken", { status: 409, body: { fields: { code: "Taken by another plan" } } });
  };
  render(<PlanForm submit={refuse} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Code"), "ACME");
  await save(user);
  expect(await screen.findByText("Taken by another plan")).toBeTruthy();
  expect(screen.getByText("That code is taken")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("ACME");
});

test("an error without a message shows the fallback", async () => {
  render(<PlanForm submit={() => Promise.reject(new Error(""))} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Code"), "ACME");
  await save(user);
  expect(await screen.findByText("Save failed")).toBeTruthy();
});
