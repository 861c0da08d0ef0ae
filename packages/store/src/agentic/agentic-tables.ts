/** AGR-4, AGR-8. */
export interface AgenticTables {
  dynamic_tools: {
    conversation_id: string;
    name: string;
    owner_id: string;
    kind: 'more' | 'page';
    item_id: string;
    title: string;
    size: number;
    expires_at: string;
    promise: number;
  };
}
