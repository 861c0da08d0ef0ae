// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const openUrlGuidancePrompt = "Use `open_url` to read a document or page in full when a search result looks right but shows too little of it, or when the user gives an address. A long page comes in parts: `parts` says how many there are, and `continue_with_start` is the `start` to go on with.";

export const webSearchGuidancePrompt = "Use `web_search` for questions that the knowledge bases cannot answer, such as recent events. Open a promising result with `open_url` before you rely on more than its extract.";
