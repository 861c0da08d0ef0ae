// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const retrieveContextGuidancePrompt = "Search the documents with `retrieve_context` before you answer anything that they may hold. Write the query as a short question or statement that stands on its own: names instead of pronouns, no reference to the conversation. Ask one thing per call; for a question with several parts, make several calls in the same step. When what comes back does not answer the question, search once more with other words before you say that the documents do not hold it.";
