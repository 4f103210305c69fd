/** A form over one of the contract's schemas: the rules, limits and words are the ones the server applies too. */
import { zodResolver } from "@hookform/resolvers/zod";
import { inWords } from "@intellibox/contract/refusal-words";
import { type FormEvent, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm as useHookForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError, messageOf } from "../http/api-error.ts";

type Schema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

type FormOptions<Input extends FieldValues, Output> = {
  start: DefaultValues<Input>;
  /** Called with checked values. What it throws is shown: beside its field where the server named one, else as `failure`. */
  submit: (value: Output) => Promise<unknown>;
  /** What to say when a failure has no words of its own. */
  fallback?: string;
};

export function useForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
  { start, submit, fallback = "Save failed" }: FormOptions<Input, Output>,
) {
  const form = useHookForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: inWords }),
    defaultValues: start,
    // Not on blur: a message that appears while the mouse goes down on Save moves the button from under it.
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [certificate, setCertificate] = useState<ApiError["certificate"]>();

  /** Says beside its field what the server found wrong with it. */
  const showErrors = (error: unknown) => {
    for (const [name, message] of fieldErrors(error)) {
      if (form.getFieldState(name as FieldPath<Input>)) form.setError(name as FieldPath<Input>, { message });
    }
  };

  const onSubmit = form.handleSubmit(async (value) => {
    setCertificate(undefined);
    try {
      await submit(value);
    } catch (error) {
      showErrors(error);
      if (error instanceof ApiError) setCertificate(error.certificate);
      const type = (error instanceof ApiError && error.code) || "failed";
      form.setError("root", { type, message: messageOf(error, fallback) });
    }
  });

  const errorOf = (name: FieldPath<Input>) => form.getFieldState(name, form.formState).error?.message;

  return {
    onSubmit: (event?: FormEvent) => void onSubmit(event),
    showErrors,
    /** The certificate of a mail server that the last attempt met and that is not trusted. */
    certificate,
    /** Props for a `TextField` and its kin. */
    field: (name: FieldPath<Input>) => ({ ...form.register(name), error: errorOf(name) }),
    /** The same for numbers; an empty box is no number rather than zero. */
    number: (name: FieldPath<Input>) => ({
      ...form.register(name, { setValueAs: (text) => (text === "" || text === null ? undefined : Number(text)) }),
      error: errorOf(name),
    }),
    /** For controls that are not inputs (`Select`): use with `form.watch(name)` and `form.setValue(name, …)`. */
    form,
    errorOf,
    failure: errors.root?.message,
    /** The server's code for it, such as `conflict`. */
    failureCode: errors.root?.type,
    isBusy: isSubmitting,
    isDirty,
  };
}

const fieldErrors = (error: unknown) => (error instanceof ApiError ? Object.entries(error.fields) : []);
