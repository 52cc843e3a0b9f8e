CREATE TABLE "idempotency_keys" (
	"template_key" integer NOT NULL,
	"key" uuid NOT NULL,
	"item_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_template_key_key_pk" PRIMARY KEY("template_key","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");