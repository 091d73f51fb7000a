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
