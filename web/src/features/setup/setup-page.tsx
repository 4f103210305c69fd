import { firstOwnerForm } from "@intellibox/contract/endpoints/setup";
import { minPasswordLength } from "@intellibox/contract/rules/limits";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import * as z from "zod";
import { useForm } from "#lib/use-form.ts";
import { setUp } from "#api/set-up.ts";
import { Alert } from "#components/alert.tsx";
import { Button } from "#components/button.tsx";
import { PasswordField, TextField } from "#components/field.tsx";
import { Logo } from "#components/logo.tsx";

const form = firstOwnerForm
  .extend({ repeated: z.string() })
  .refine((typed) => typed.password === typed.repeated, { path: ["repeated"], message: "The passwords differ" });

/** Where the first owner of a new installation makes their account. The link's key stands behind the hash of the address. */
export function SetupPage() {
  const { hash } = useLocation();
  const [token] = useState(hash.slice(1));
  return (
    <main className="flex min-h-dvh items-center justify-center bg-surface px-6 py-10">
      <title>Set up · Intellibox</title>
      <div className="w-full max-w-[372px]">
        <Logo />
        <h1 className="mt-6 text-2xl font-semibold">Set up Intellibox</h1>
        {token ? (
          <OwnerForm token={token} />
        ) : (
          <p className="mt-1 text-base text-text-2">
            This address is not complete. Open the whole link that Intellibox printed when it started.
          </p>
        )}
        <p className="mt-6 text-sm text-text-2">
          Already set up?{" "}
          <Link to="/login" className="font-medium text-accent-text hover:underline">
            Sign in
          </Link>
        </p>
      </div>
    </main>
  );
}

function OwnerForm({ token }: { token: string }) {
  const { field, onSubmit, failure, isBusy } = useForm(form, {
    start: { name: "", email: "", password: "", repeated: "" },
    submit: ({ repeated: _, ...owner }) => setUp({ ...owner, token }),
    fallback: "Setting up failed",
  });
  return (
    <>
      <p className="mt-1 text-base text-text-2">
        Make the account of the owner, who manages companies, plans and settings.
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <TextField label="Name" autoComplete="name" {...field("name")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${minPasswordLength} characters; a sentence is easy to remember.`}
          {...field("password")}
        />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field("repeated")} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel="Setting up…">
          Create owner account
        </Button>
      </form>
    </>
  );
}
