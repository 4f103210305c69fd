import { aiProviderNames } from "@intellibox/contract/rules/ai-providers";
import { type FormEvent, useState } from "react";
import { grouped } from "#lib/format.ts";
import { useTestAi } from "#api/ai-settings.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

/** Calls the saved model once, and shows the provider, the tokens and the duration. */
export function QuickTest() {
  const test = useTestAi();
  const [prompt, setPrompt] = useState("Write one friendly sentence to greet a new customer.");
  const run = (text: string) => test.mutate(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(prompt);
  };

  return (
    <section aria-label="Quick test" className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold">Quick test</h3>
        <Button busy={test.isPending} busyLabel="Testing…" onClick={() => run("Reply with the single word: ready")}>
          Test
        </Button>
      </div>
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label="Prompt"
          className="min-w-0 flex-1"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <Button type="submit" size="field" variant="primary" busy={test.isPending} disabled={!prompt.trim()}>
          Go
        </Button>
      </form>
      {test.isError && <Alert kind="bad">{test.error.message || "Test failed"}</Alert>}
      {test.data && <Result result={test.data} />}
    </section>
  );
}

type ResultProps = { result: NonNullable<ReturnType<typeof useTestAi>["data"]> };

function Result({ result: { ok, provider, model, tokens, durationMs, output } }: ResultProps) {
  return (
    <div role="status" className="flex flex-col gap-2 rounded-control border border-line bg-subtle p-3.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
        <Badge tone={ok ? "ok" : "bad"}>{ok ? "OK" : "Error"}</Badge>
        {aiProviderNames[provider]} · {model} · {grouped(tokens)} tokens · {grouped(durationMs)} ms
      </p>
      {!ok && <p className="text-sm text-bad">Provider returned an error.</p>}
      <p className="text-base whitespace-pre-wrap text-text [overflow-wrap:anywhere]">{output}</p>
    </div>
  );
}
