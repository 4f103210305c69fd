/** Field by field what it was and what it became; what is not a pair is a note. */
export function AuditChanges({ changes }: { changes: Record<string, unknown> }) {
  const entries = Object.entries(changes);
  if (entries.length === 0) return <p className="text-text-3">No fields changed.</p>;
  return (
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[10rem_1fr]">
      {entries.map(([field, change]) => (
        <div key={field} className="contents">
          <dt className="text-text-3">{field}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {Array.isArray(change) && change.length === 2 ? (
              <>
                <span className="text-text-3 line-through">{shown(change[0])}</span> → {shown(change[1])}
              </>
            ) : (
              shown(change)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown) {
  if (value === null || value === undefined || value === "") return "empty";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
