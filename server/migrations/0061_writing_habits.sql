ALTER TABLE "users" ADD COLUMN "tone" text DEFAULT 'professional' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "offers_replies" boolean DEFAULT true NOT NULL;