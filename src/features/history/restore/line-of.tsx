/** A field and why it cannot be restored. */
export const lineOf = ({ field_id, label, reason }: { field_id: string; label: string; reason: string }) => ({
  key: `${field_id} ${reason}`,
  text: (
    <>
      <strong>{label || field_id}</strong>: {reason}
    </>
  ),
});
