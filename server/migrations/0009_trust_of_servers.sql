ALTER TABLE "mail_servers" ADD COLUMN "allow_plain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_servers" ADD COLUMN "trusted_certificate" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "allow_plain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "trusted_certificate" text;