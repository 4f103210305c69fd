import * as z from "zod";

// Compiled validators need `eval`, which the content security policy forbids; an attempt would be reported as a violation.
z.config({ jitless: true });
