ALTER TABLE "accounts" ADD COLUMN "mails_mentions" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "mentions_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "field_label" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_open" ON "comments" USING btree ("project_id","template_id","item_id") WHERE "comments"."about" = 'item' and "comments"."resolved_at" is null;