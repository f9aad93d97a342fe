import { onNode } from "./onNode.js"

onNode("24")
