// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const descriptorGuidancePrompt = "Large texts are kept outside the conversation under handles: fd:1, fd:2 and so on for tool results, files and long messages; ref:name for texts you named yourself. You see their beginning and their size. Read on with read_fd, find a place with search_fd, save to a file with fd_to_file. Read only what you need.\nTo keep something you write, put it between tags: <ref id=\"name\">…</ref>. The person sees the content without the tags, and you can use ref:name from then on, in the same step too. Writing the same name again makes a new version; ref:name@1 is the first one.\nWhere a tool takes text and says so, you may pass a handle instead of repeating the text, alone or inside a longer text as {{ref:name}}.";

export const fdToFilePrompt = "Saves a text that is kept under a handle as a file in the conversation's workspace, where the person can download it. Paths are relative to the workspace. write replaces the file, append adds to its end, insert puts the text before a line or around a marker.";

export const getRefPrompt = "Gives back a text that was named with a ref tag in this conversation.";

export const listRefsPrompt = "Lists the texts that were named with ref tags in this conversation: name, time, size, category, newest version.";

export const readFdPrompt = "Reads a text that is kept under a handle: by page, by line or by character. All positions start at 1. Pages, one after the other, are exactly the text. With extract_to_new_fd the range is not shown but becomes a descriptor of its own.";

export const searchFdPrompt = "Searches a text that is kept under a handle and gives back the matching lines with their numbers and the lines around them. The pattern is plain text unless kind is regex (RE2 syntax: no back references and no lookaround; each line is matched on its own).";
