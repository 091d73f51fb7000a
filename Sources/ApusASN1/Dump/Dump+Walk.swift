extension ASN1.Dump {
  /// The recursive traversal of nested DER values. The constant `ASN1.depthLimit` limits the depth.
  struct Walk {
    let nodeLimit: Int
    private(set) var nodes: [Node] = []
    private(set) var isComplete = true

    init(nodeLimit: Int) { self.nodeLimit = nodeLimit }

    /// Reads DER values up to the end of the range or up to an end-of-contents mark, and returns
    /// the end offset.
    mutating func run(
      _ range: Range<Int>, depth: Int, isOpen: Bool, in bytes: Span<UInt8>
    ) -> Int {
      var position = range.lowerBound
      while position < range.upperBound {
        if isOpen, position + 2 <= range.upperBound, bytes[position] == 0, bytes[position + 1] == 0
        {
          return position + 2
        }
        guard nodes.count < nodeLimit else {
          isComplete = false
          break
        }
        do throws(ASN1Error) {
          let value = try LooseElement(at: position, before: range.upperBound, depth, in: bytes)
          position = append(value, depth: depth, in: bytes)
        } catch {
          nodes.append(
            Node(
              depth: depth, start: position, headerByteCount: 0,
              byteCount: range.upperBound - position, tag: nil,
              preview: preview(position..<range.upperBound, in: bytes), problem: error))
          break
        }
      }
      return range.upperBound
    }

    /// Appends a DER value and its nested values to the listing, and returns the offset of the
    /// value's end.
    private mutating func append(
      _ value: LooseElement, depth: Int, in bytes: Span<UInt8>
    ) -> Int {
      let element = value.element
      let index = nodes.count
      nodes.append(
        Node(
          depth: depth, start: element.start,
          headerByteCount: element.contentStart - element.start, byteCount: element.byteCount,
          tag: element.tag, preview: "", problem: value.problem))
      guard element.tag.isConstructed || value.isOpen else {
        appendContent(of: element, at: index, in: bytes)
        return element.end
      }
      guard depth < ASN1.depthLimit else {
        nodes[index].problem =
          nodes[index].problem ?? .nestedTooDeep(at: element.start, limit: ASN1.depthLimit)
        return element.end
      }
      let end = run(element.content, depth: depth + 1, isOpen: value.isOpen, in: bytes)
      guard value.isOpen else { return element.end }
      nodes[index].byteCount = end - element.contentStart
      return end
    }

    /// Describes the content of a primitive DER value, and lists the values of a string that seems
    /// to contain DER.
    private mutating func appendContent(
      of element: ASN1.Element, at index: Int, in bytes: Span<UInt8>
    ) {
      do throws(ASN1Error) {
        nodes[index].preview = try element.preview(in: bytes)
      } catch {
        nodes[index].preview = preview(element.content, in: bytes)
        nodes[index].problem = nodes[index].problem ?? error
      }
      guard let inner = element.enclosedDER(in: bytes), Int(element.depth) < ASN1.depthLimit
      else { return }
      nodes[index].preview = "holding"
      _ = run(inner, depth: Int(element.depth) + 1, isOpen: false, in: bytes)
    }

    private func preview(_ content: Range<Int>, in bytes: Span<UInt8>) -> String {
      ASN1.Dump.hexPreview(content, in: bytes)
    }
  }
}
