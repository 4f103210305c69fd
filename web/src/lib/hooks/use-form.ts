/** A form over a schema of the contract, so that the rules, limits and messages are those of the server. */
import { t } from "@intellibox/contract/text/t";
import "../jitless-zod.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { inWords } from "@intellibox/contract/refusal-words";
import { type FormEvent, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm as useHookForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError, messageOf } from "../http/api-error.ts";

type Schema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

type FormOptions<Input extends FieldValues, Output> = {
  start: DefaultValues<Input>;
  /** Called with valid values. A thrown error is shown as `failure`, and beside each field that the server names. */
  submit: (value: Output) => Promise<unknown>;
  /** The message for an error without one. */
  fallback?: string;
};

export function useForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
  { start, submit, fallback = t("Save failed") }: FormOptions<Input, Output>,
) {
  const form = useHookForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: inWords }),
    defaultValues: start,
    // Not on blur: a message that appears on mouse down would move the Save button away from the pointer.
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [certificate, setCertificate] = useState<ApiError["certificate"]>();

  /** Shows the errors of the server beside their fields. */
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
    /** The untrusted certificate of the mail server, after an attempt that failed because of it. */
    certificate,
    /** Props for `TextField` and similar fields. */
    field: (name: FieldPath<Input>) => ({ ...form.register(name), error: errorOf(name) }),
    /** The same for numbers; an empty input is undefined, not 0. */
    number: (name: FieldPath<Input>) => ({
      ...form.register(name, { setValueAs: (text) => (text === "" || text === null ? undefined : Number(text)) }),
      error: errorOf(name),
    }),
    /** For controls that are not inputs (`Select`): use with `form.watch(name)` and `form.setValue(name, …)`. */
    form,
    errorOf,
    failure: errors.root?.message,
    /** The error code of the server, such as `conflict`. */
    failureCode: errors.root?.type,
    isBusy: isSubmitting,
    isDirty,
  };
}

const fieldErrors = (error: unknown) => (error instanceof ApiError ? Object.entries(error.fields) : []);
