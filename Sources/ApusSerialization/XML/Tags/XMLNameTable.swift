internal import ApusBytes

/// A cache of recently used XML names, so that a repeated name needs no new string.
///
/// Each name has one slot in the cache, which a later name may overwrite. An attacker can cause
/// cache misses, but cannot make the cache grow.
struct XMLNameTable {
  private static let slotCount = 256
  /// The maximum length of a cached XML name. A longer name is created for each occurrence.
  private static let greatestLength = 64

  /// A slot of the XML name cache. A cached name is valid only in its namespace scope.
  private struct Slot {
    var length = 0
    var element: XML.Name?
    var elementScope = 0
    var attribute: XML.Name?
    var attributeScope = 0
  }

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var bytes = [UInt8](repeating: 0, count: slotCount * greatestLength)

  /// Returns the cached or new name of an element.
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

  /// Returns the cached or new name of an attribute. An attribute name without a prefix has no
  /// namespace.
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

  /// Returns the cache slot of a name, computed from the length, the first four bytes and the last
  /// four bytes.
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

  /// Stores a name in a cache slot, unless the name is too long.
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
