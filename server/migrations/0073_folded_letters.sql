-- The text as it is searched, as `foldText` returns it; of ASCII, the smaller of the two cases suffices, and only
-- texts with katakana are compared with each of them, which takes long.
CREATE OR REPLACE FUNCTION "fold"("text" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE WHEN octet_length("text") = char_length("text") THEN lower("text" COLLATE "natural")
		ELSE normalize(regexp_replace(replace(replace(replace(replace(translate(
			lower(normalize(regexp_replace("text",
				'[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff]', '', 'g'), NFKD) COLLATE "natural"),
			CASE WHEN "text" ~ '[\u30a0-\u30ff\u32d0-\u3357\uff65-\uff9f\U0001f200-\U0001f213]' THEN 'ςøłđðħŧıȷァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ' ELSE 'ςøłđðħŧıȷ' END,
			'σolddhtijぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
			'[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff]', '', 'g'), NFC)
	END;--> statement-breakpoint
REINDEX INDEX "items_label_begins";--> statement-breakpoint
REINDEX INDEX "items_label_contains";--> statement-breakpoint
REINDEX INDEX "items_label_beyond_ascii";--> statement-breakpoint
REINDEX INDEX "item_values_contains";--> statement-breakpoint
REINDEX INDEX "item_values_beyond_ascii";--> statement-breakpoint
UPDATE item_keys k SET begins = (
	SELECT min(left(fold(v.text), 64)) FROM item_values v
	WHERE v.template_key = k.template_key AND v.item_id = k.item_id AND v.field_key = k.field_key
		AND v.text IS NOT NULL AND item_key_value(v.number, v.text) = k.value
) WHERE octet_length(begins) > char_length(begins);