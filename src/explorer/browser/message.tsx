interface MessageProps {
  text: string | undefined;
  onDismiss: () => void;
}

/** A message line. The region stays in place, so that screen readers announce changes. */
export function Message({ text, onDismiss }: MessageProps) {
  return (
    <div role="status" className="explorer-message">
      {text !== undefined && (
        <>
          <p>{text}</p>
          <button type="button" className="explorer-button" onClick={onDismiss}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
