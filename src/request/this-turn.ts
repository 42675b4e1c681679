/**
 * Returns what gives everybody who asks within one turn of the event loop the same value, which `make` makes for the
 * first of them. The next turn begins with a new one.
 */
export function onceATurn<Value>(make: () => Value): () => Value {
  let current: { value: Value } | undefined;
  return () => {
    if (!current) {
      current = { value: make() };
      setImmediate(() => (current = undefined));
    }
    return current.value;
  };
}
