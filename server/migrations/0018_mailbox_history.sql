ALTER TABLE "mailboxes" ADD COLUMN "history_days" integer;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "is_history_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "history_back_to" timestamp with time zone;