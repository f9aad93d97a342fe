import { onNode } from "./onNode.js"

onNode("26")
