/** The operation of the graph that a field is asked for in; absent where a REST route asks. */
export interface OperationInfo {
  operation?: { operation: string; name?: { value: string } };
}

/** How an operation of the graph is called in the record of access, such as `query Dashboard`. */
export const operationName = ({ operation }: OperationInfo): string | undefined =>
  operation && `${operation.operation} ${operation.name?.value ?? ''}`.trim();
