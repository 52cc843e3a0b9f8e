ALTER TABLE "subscriptions" ADD COLUMN "removal_warned" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "removal_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "subscriptions_canceled" ON "subscriptions" USING btree ("next_billing_date_at") WHERE "subscriptions"."status" = 'canceled';