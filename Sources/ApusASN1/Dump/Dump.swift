extension ASN1 {
  /// A listing of all DER values in a sequence of bytes, including malformed values.
  ///
  /// A value that violates DER is listed with its error. After an unreadable value, the listing
  /// continues after the enclosing value. The content of an OCTET STRING or BIT STRING is listed if
  /// the content looks like DER. The depth, the number of values and the length of each line are
  /// limited.
  public struct Dump: Equatable, Sendable {
    /// One DER value of a listing, or bytes that are not a DER value.
    public struct Node: Equatable, Sendable {
      /// The nesting depth of the listed DER value.
      public let depth: Int
      /// The offset of the first byte of the listed DER value.
      public let start: Int
      /// The number of bytes of the DER value's tag and length.
      public let headerByteCount: Int
      /// The number of available bytes of the DER value's content, which can be fewer than the
      /// encoded length.
      public internal(set) var byteCount: Int
      /// The ASN.1 tag of the listed DER value, or `nil` for bytes that are not a DER value.
      public let tag: Tag?
      /// A short description of the DER value's content. The description is empty if the nested
      /// values are listed.
      public internal(set) var preview: String
      /// The error from reading the value, or `nil` if the value is valid.
      public internal(set) var problem: ASN1Error?
    }

    /// The maximum number of DER values in a listing.
    public static let nodeLimit = 100_000
    /// The maximum number of bytes or characters in the preview of a DER value.
    public static let previewLimit = 32

    /// The listed DER values. Each value precedes its nested values.
    public let nodes: [Node]
    /// A Boolean value that indicates whether all DER values of the input are listed.
    ///
    /// A listing is incomplete if the bytes contain more than `nodeLimit` values.
    public let isComplete: Bool

    /// Lists all DER values in a span of bytes.
    public init(_ bytes: Span<UInt8>, nodeLimit: Int = nodeLimit) {
      var walk = Walk(nodeLimit: nodeLimit)
      _ = walk.run(bytes.indices, depth: 0, isOpen: false, in: bytes)
      nodes = walk.nodes
      isComplete = walk.isComplete
    }

    /// The first error of the listing, or `nil` if all DER values are valid.
    public var firstProblem: ASN1Error? {
      for node in nodes {
        if let problem = node.problem { return problem }
      }
      return nil
    }

    /// The listing of DER values as lines of text. Each line contains the offset, the size of the
    /// header, the size of the content, the tag and a preview.
    public var lines: [String] {
      var lines: [String] = []
      let width = String(nodes.last?.start ?? 0).utf8.count
      for node in nodes {
        let sizes = "\(padded(node.start, to: width)) \(padded(node.headerByteCount, to: 2))"
        let indent = String(repeating: "  ", count: node.depth)
        let name = node.tag?.name ?? "unreadable"
        let content = node.preview.isEmpty ? "" : " \(node.preview)"
        let count = padded(node.byteCount, to: width)
        lines.append("\(sizes) \(count)  \(indent)\(name)\(content)")
        if let problem = node.problem { lines.append("\(indent)! \(problem)") }
      }
      if !isComplete { lines.append("! more than \(nodes.count) values") }
      return lines
    }

    private func padded(_ number: Int, to width: Int) -> String {
      let digits = String(number)
      return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
    }
  }
}

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
