internal import ApusBytes

/// A table of recent names, so that a repeated name needs no new text.
///
/// Each name has one slot, which a later name may take: a peer can make each name as costly as a
/// new one, but not more, and cannot make the table grow.
struct XMLNameTable {
  private static let slotCount = 256
  /// Longer names are created each time.
  private static let greatestLength = 64

  /// The names in a slot, each with the scope that determines its meaning.
  private struct Slot {
    var length = 0
    var element: XML.Name?
    var elementScope = 0
    var attribute: XML.Name?
    var attributeScope = 0
  }

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var bytes = [UInt8](repeating: 0, count: slotCount * greatestLength)

  /// The name of an element.
  @inline(__always)
  mutating func element(
    _ name: XMLScannedName, in bytes: Span<UInt8>, _ namespaces: borrowing XMLNamespaces
  ) throws(XMLFault) -> XML.Name {
    let index = Self.index(of: name, in: bytes)
    if holds(name, at: index, in: bytes), slots[index].elementScope == namespaces.scope,
      let known = slots[index].element
    {
      return known
    }
    let made = try Self.name(name, in: bytes, namespaces, isAttribute: false)
    guard take(name, at: index, in: bytes) else { return made }
    slots[index].element = made
    slots[index].elementScope = namespaces.scope
    return made
  }

  /// The name of an attribute, which without a prefix is in no namespace.
  @inline(__always)
  mutating func attribute(
    _ name: XMLScannedName, in bytes: Span<UInt8>, _ namespaces: borrowing XMLNamespaces
  ) throws(XMLFault) -> XML.Name {
    let index = Self.index(of: name, in: bytes)
    if holds(name, at: index, in: bytes),
      slots[index].attributeScope == namespaces.scope || !name.isPrefixed,
      let known = slots[index].attribute
    {
      return known
    }
    let made = try Self.name(name, in: bytes, namespaces, isAttribute: true)
    guard take(name, at: index, in: bytes) else { return made }
    slots[index].attribute = made
    slots[index].attributeScope = namespaces.scope
    return made
  }

  private static func name(
    _ name: XMLScannedName, in bytes: Span<UInt8>, _ namespaces: borrowing XMLNamespaces,
    isAttribute: Bool
  ) throws(XMLFault) -> XML.Name {
    let local = try XMLText.string(name.local, in: bytes)
    guard name.isPrefixed else {
      guard !isAttribute, let uri = namespaces.uri(of: bytes.extracting(0..<0)) else {
        return XML.Name(local)
      }
      return XML.Name(local, namespace: uri)
    }
    let prefix = try XMLText.string(name.prefix, in: bytes)
    guard let uri = namespaces.uri(of: bytes.extracting(name.prefix)) else {
      throw XMLFault(.undeclaredPrefix(prefix), at: name.start)
    }
    return XML.Name(local, namespace: uri, prefix: prefix)
  }

  /// A slot by the length of a name, its first four bytes and its last four.
  @inline(__always)
  private static func index(of name: XMLScannedName, in bytes: Span<UInt8>) -> Int {
    let length = name.end &- name.start
    var mixed = UInt32(truncatingIfNeeded: length) &* 0x9e37_79b1
    if length >= 4 {
      mixed = mixed &+ ByteScan.quartet(in: bytes, at: name.start) &* 0x85eb_ca77
      mixed = mixed ^ ByteScan.quartet(in: bytes, at: name.end &- 4) &* 0xc2b2_ae3d
    } else {
      var at = name.start
      while at < name.end {
        mixed = (mixed ^ UInt32(bytes[at])) &* 0x0100_0193
        at &+= 1
      }
    }
    return Int((mixed ^ mixed &>> 15) &>> 8 & 0xff)
  }

  @inline(__always)
  private func holds(_ name: XMLScannedName, at index: Int, in bytes: Span<UInt8>) -> Bool {
    let length = name.end &- name.start
    guard slots[index].length == length else { return false }
    let start = index &* Self.greatestLength
    return self.bytes.span.extracting(start..<start &+ length)
      .isEqual(to: bytes.extracting(name.range))
  }

  /// Gives a slot to a name, if it is not too long; the slot's other name is removed.
  private mutating func take(
    _ name: XMLScannedName, at index: Int, in bytes: Span<UInt8>
  ) -> Bool {
    guard name.range.count <= Self.greatestLength else { return false }
    if holds(name, at: index, in: bytes) { return true }
    slots[index] = Slot(length: name.range.count)
    for offset in name.range.indices {
      self.bytes[index * Self.greatestLength + offset - name.start] = bytes[offset]
    }
    return true
  }
}
