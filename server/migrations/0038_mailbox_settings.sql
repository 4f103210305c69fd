ALTER TABLE "mailboxes" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "sync_minutes" integer;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "wants_push" boolean DEFAULT true NOT NULL;