/** The instants of two moments of the reader's clock, as a browser's field gives them. An invalid one counts as absent. */
export function spanOf(since: string | undefined, until: string | undefined): { from?: string; to?: string } {
  const [from, to] = [instantOf(since), instantOf(until)];
  return { ...(from && { from }), ...(to && { to }) };
}

function instantOf(local: string | undefined) {
  const moment = local ? new Date(local) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}
