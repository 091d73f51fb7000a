internal import ApusBytes

/// The handling of duplicate names in JSON objects. RFC 8259 section 4.
extension JSONTape {
  /// Marks the superseded duplicates of names in an object. The members of the object are the last
  /// tokens before `end`.
  mutating func settleNames(
    of object: Int, to end: Int, _ policy: JSON.ReadingOptions.DuplicateKeys, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    var seen: UInt64 = 0
    var count = 0
    var place = object &+ 1
    while place < end {
      count &+= 1
      let bit = Self.trace(of: entries[place], in: bytes)
      if seen & bit != 0 {
        guard count <= NameIndex.scanLimit else {
          return try settleManyNames(of: object, to: end, policy, in: bytes)
        }
        try settle(place, with: earlier(place, in: object, bytes), policy, in: bytes)
      }
      seen |= bit
      place = self.place(behind: place &+ 1, in: bytes)
    }
  }

  /// Returns the Bloom filter bit of a name. All names with escape sequences have the same bit.
  @inline(__always)
  static func trace(of entry: Entry, in bytes: Span<UInt8>) -> UInt64 {
    guard !entry.hasEscapes else { return .max }
    // The hash of a name excludes the quotation marks, because all names have quotation marks.
    let (start, byteCount) = (entry.offset, entry.byteCount)
    let first = Int(bytes[start &+ 1])
    let last = Int(bytes[start &+ byteCount &- 2])
    let middle = Int(bytes[start &+ byteCount &>> 1])
    return 1 &<< UInt64((byteCount &* 7 &+ first &+ last &* 5 &+ middle &* 11) & 63)
  }

  /// Returns the token index of an earlier, equal name in an object.
  private func earlier(_ place: Int, in object: Int, _ bytes: Span<UInt8>) -> Int? {
    var other = object &+ 1
    if entries[place].hasEscapes {
      let text = text(at: place, in: bytes)
      while other < place {
        if !entries[other].isSuperseded, isText(at: other, text.utf8.span, in: bytes) {
          return other
        }
        other = self.place(behind: other &+ 1, in: bytes)
      }
    } else {
      let text = bytes.extracting(content(at: place))
      while other < place {
        if !entries[other].isSuperseded, isText(at: other, text, in: bytes) { return other }
        other = self.place(behind: other &+ 1, in: bytes)
      }
    }
    return nil
  }

  private mutating func settleManyNames(
    of object: Int, to end: Int, _ policy: JSON.ReadingOptions.DuplicateKeys, in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    var index = NameIndex(capacity: (end &- object) / 2)
    var place = object &+ 1
    while place < end {
      entries[place].isSuperseded = false
      let name = text(at: place, in: bytes)
      let hash = NameIndex.hash(name.utf8.span)
      let other = index.place(hash: hash) { isText(at: $0, name.utf8.span, in: bytes) }
      if let other, policy == .useLast { index.replace(other, with: place, hash: hash) }
      if other == nil { index.insert(place, hash: hash) }
      try settle(place, with: other, policy, in: bytes)
      place = self.place(behind: place &+ 1, in: bytes)
    }
  }

  private mutating func settle(
    _ name: Int, with earlier: Int?, _ policy: JSON.ReadingOptions.DuplicateKeys,
    in bytes: Span<UInt8>
  ) throws(JSON.ParsingError) {
    guard let earlier else { return }
    switch policy {
    case .useLast: entries[earlier].isSuperseded = true
    case .useFirst: entries[name].isSuperseded = true
    case .refuse:
      let position = JSON.Position(offset: entries[name].offset, in: bytes)
      throw .duplicateKey(text(at: name, in: bytes), at: position)
    }
  }
}
