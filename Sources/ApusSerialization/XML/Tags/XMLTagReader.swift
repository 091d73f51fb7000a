internal import ApusBytes

/// A parser of complete start tags with their names, attributes and namespace declarations.
///
///     STag         ::= '<' Name (S Attribute)* S? '>'
///     EmptyElemTag ::= '<' Name (S Attribute)* S? '/>'
///     Attribute    ::= Name Eq AttValue
///     AttValue     ::= '"' ([^<&"] | Reference)* '"' | "'" ([^<&'] | Reference)* "'"
///
/// XML 1.0 section 3.1. Namespaces in XML 1.0 section 3 defines attributes that begin with `xmlns`.
struct XMLTagReader {
  /// The namespaces that are in scope at the current position of the document.
  var namespaces = XMLNamespaces()
  /// The attribute declarations in the document type declaration.
  var declarations = XMLAttributeDeclarations()
  private var names = XMLNameTable()
  /// The attributes of the current start tag. The storage of the array is reused.
  private var found: [Found] = []

  /// The byte ranges of an attribute's name and value in the start tag.
  private struct Found {
    let name: XMLScannedName
    let value: Range<Int>
    /// A Boolean value that indicates whether the attribute declares a namespace.
    let isDeclaration: Bool
  }

  /// Parses a start tag and adds its element to the stack of open elements.
  @inline(__always)
  mutating func read(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits,
    _ elements: inout XMLElementStack
  ) throws(XMLFault) -> XML.StartTag {
    let name = try XMLScannedName(
      in: bytes, from: range.lowerBound &+ 1, to: range.upperBound, limit: limits.nameByteCount)
    let mark = namespaces.mark
    // Most start tags have no attributes, so a `>` directly follows the element name.
    if name.end == range.upperBound &- 1, bytes[name.end] == 0x3e, declarations.isEmpty {
      let element = try names.element(name, in: bytes, namespaces)
      elements.append(element, written: bytes.extracting(name.range), mark, isEmpty: false)
      return XML.StartTag(name: element, attributes: XML.Attributes(), namespaces: [])
    }
    let isEmpty = try findAttributes(name.end..<range.upperBound, in: bytes, limits)
    try holdDeclarations(of: name, in: bytes, limits)
    let declared = try declare(in: bytes, limits)
    let element = try names.element(name, in: bytes, namespaces)
    let attributes = try readAttributes(skipping: declared.count, in: bytes, limits)
    elements.append(element, written: bytes.extracting(name.range), mark, isEmpty: isEmpty)
    return XML.StartTag(
      name: element, attributes: XML.Attributes(attributes), namespaces: declared)
  }

  /// Finds the attributes of a start tag and returns whether the tag is an empty-element tag.
  private mutating func findAttributes(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> Bool {
    found.removeAll(keepingCapacity: true)
    var cursor = Cursor(range)
    while true {
      let start = cursor.position
      cursor.skipSpace(in: bytes)
      guard let byte = cursor.peek(in: bytes) else {
        throw XMLFault(.unexpectedEnd, at: cursor.position)
      }
      if byte == 0x3e { return false }
      if byte == 0x2f {
        cursor.position &+= 1
        try cursor.hold(0x3e, in: bytes)
        return true
      }
      guard cursor.position > start else {
        throw XMLFault(.unexpectedByte(byte), at: cursor.position)
      }
      guard found.count < limits.attributeCount else {
        throw XMLFault(
          .limitExceeded(.attributeCount, limit: limits.attributeCount), at: cursor.position)
      }
      found.append(try Self.find(&cursor, in: bytes, limits))
    }
  }

  @inline(__always)
  private static func find(
    _ cursor: inout Cursor, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> Found {
    let name = try XMLScannedName(
      in: bytes, from: cursor.position, to: cursor.end, limit: limits.nameByteCount)
    cursor.position = name.end
    cursor.skipSpace(in: bytes)
    try cursor.hold(0x3d, in: bytes)
    cursor.position &+= 1
    cursor.skipSpace(in: bytes)
    let quote = cursor.peek(in: bytes) ?? 0
    if quote != 0x22 { try cursor.hold(0x27, in: bytes) }
    let start = cursor.position &+ 1
    let end = ByteScan.first(quote, or: 0x3c, in: bytes, from: start, to: cursor.end)
    cursor.position = end
    try cursor.hold(quote, in: bytes)
    cursor.position &+= 1
    guard end &- start <= limits.attributeValueByteCount else {
      let limit = limits.attributeValueByteCount
      throw XMLFault(.limitExceeded(.attributeValueByteCount, limit: limit), at: start)
    }
    let isDeclaration =
      bytes[name.start] == 0x78
      && bytes.extracting(name.isPrefixed ? name.prefix : name.range)
        .isEqual(to: "xmlns".utf8.span)
    return Found(name: name, value: start..<end, isDeclaration: isDeclaration)
  }

  /// Checks that no attribute declaration would change the attributes of the element.
  private func holdDeclarations(
    of element: XMLScannedName, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) {
    for declared in declarations.attributes(of: bytes.extracting(element.range)) {
      let attribute = found.first {
        bytes.extracting($0.name.range).isEqual(to: declared.name.span)
      }
      if let attribute {
        let value = try XMLText.read(.value, attribute.value, in: bytes, limits)
        guard declared.leaves(value) else {
          throw XMLFault(.declaredAttribute(declared.shownName), at: attribute.name.start)
        }
      } else if declared.hasDefault {
        throw XMLFault(.declaredAttribute(declared.shownName), at: element.start)
      }
    }
  }

  /// Adds the namespace declarations of the start tag to the scope.
  private mutating func declare(
    in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> [XML.NamespaceDeclaration] {
    var declared: [XML.NamespaceDeclaration] = []
    for attribute in found where attribute.isDeclaration {
      let name = attribute.name
      let prefix = name.isPrefixed ? try XMLText.string(name.local, in: bytes) : ""
      let uri = try XMLText.read(.value, attribute.value, in: bytes, limits)
      let declaration = XML.NamespaceDeclaration(prefix: prefix, uri: uri)
      declared.append(declaration)
      try namespaces.declare(declaration, at: name.start, limit: limits.namespaceCount)
    }
    if declared.count > 1 {
      let prefixes = declared.map { XML.Name($0.prefix) }
      if let repeated = XMLRepetition.index(in: prefixes) {
        let name = prefixes[repeated].localName
        let attribute = found.filter(\.isDeclaration)[repeated]
        throw XMLFault(
          .duplicateAttribute(name.isEmpty ? "xmlns" : "xmlns:\(name)"), at: attribute.name.start)
      }
    }
    return declared
  }

  /// Reads the attributes other than namespace declarations, and checks that each attribute occurs
  /// only once.
  private mutating func readAttributes(
    skipping declaredCount: Int, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> [XML.Attribute] {
    guard found.count > declaredCount else { return [] }
    var attributes: [XML.Attribute] = []
    attributes.reserveCapacity(found.count &- declaredCount)
    for attribute in found where !attribute.isDeclaration {
      let name = try names.attribute(attribute.name, in: bytes, namespaces)
      let value = try XMLText.read(.value, attribute.value, in: bytes, limits)
      attributes.append(XML.Attribute(name: name, value: value))
    }
    if attributes.count > 1, let repeated = XMLRepetition.index(in: attributes.map(\.name)) {
      let place = found.filter { !$0.isDeclaration }[repeated].name.start
      throw XMLFault(
        .duplicateAttribute(attributes[repeated].name.qualifiedName), at: place)
    }
    return attributes
  }
}

extension Cursor {
  /// Skips white space in an XML start tag. XML 1.0 section 2.3.
  @inline(__always)
  mutating func skipSpace(in bytes: Span<UInt8>) {
    while position < end, XMLCharacter.isSpace(bytes[position]) { position &+= 1 }
  }

  /// Skips a required byte of the start tag, and throws an error if another byte follows.
  @inline(__always)
  func hold(_ byte: UInt8, in bytes: Span<UInt8>) throws(XMLFault) {
    guard position < end else { throw XMLFault(.unexpectedEnd, at: position) }
    guard bytes[position] == byte else {
      throw XMLFault(.unexpectedByte(bytes[position]), at: position)
    }
  }
}
