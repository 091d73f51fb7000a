internal import ApusBytes

/// The handling of duplicate names and of separately encoded values during the encoding of an
/// object.
extension ValueEncoder {
  /// Removes an earlier member with the same name as the last member, because the last value is
  /// used.
  @inline(never)
  func settleLastName() {
    let firstMember = firstMember
    // The hash table is moved out of the property, so it has a single reference and is changed
    // without a copy.
    var index = self.index.take()
    let place = document.write { $0.earlierMember(from: firstMember, &index) }
    self.index = index
    if let place { drop(place) }
  }

  /// Removes an object member that is not the last member.
  private func drop(_ place: Int) {
    let removed = document.write { $0.removeMember(place) }
    parts?.forget(removed)
    memberDropped()
  }

  /// Completes the separately encoded values and inserts each value in its position of the JSON
  /// text.
  func insert(_ parts: EncodedParts) throws {
    guard let first = parts.list.first?.offset else { return }
    let texts = try parts.list.map { (offset: $0.offset, bytes: try $0.encoder.finishedPart()) }
    let firstMember = isObject ? firstMember : nil
    document.write { $0.insert(texts, behind: first, movingMembersFrom: firstMember) }
    self.parts = nil
  }
}

/// The separately encoded values in an array or object, with their positions in the JSON text.
final class EncodedParts {
  var list: [(offset: Int, encoder: ValueEncoder)] = []

  /// Removes the separately encoded values in a removed byte range, and adjusts the later
  /// positions.
  func forget(_ removed: Range<Int>) {
    list.removeAll { removed.contains($0.offset) }
    for part in list.indices where list[part].offset >= removed.upperBound {
      list[part].offset -= removed.count
    }
  }
}

extension JSONWriter {
  /// Returns an earlier member with the same name as the last member. For a large object, the
  /// function adds all names to a hash table.
  fileprivate func earlierMember(from first: Int, _ index: inout NameIndex?) -> Int? {
    let last = members.count &- 1
    let name = members[last].name
    guard last &- first > NameIndex.scanLimit else {
      return (first..<last).first { areSame(members[$0].name, name) }
    }
    if index == nil { index = indexOfNames(first..<last) }
    let hash = hash(of: name)
    let found = index?.place(hash: hash) { $0 < last && areSame(members[$0].name, name) }
    index?.insert(last, hash: hash)
    return found
  }

  private func indexOfNames(_ places: Range<Int>) -> NameIndex {
    var index = NameIndex(capacity: 2 * places.count)
    for place in places { index.insert(place, hash: hash(of: members[place].name)) }
    return index
  }

  /// Inserts separately encoded texts at their positions in the JSON text.
  fileprivate mutating func insert(
    _ texts: [(offset: Int, bytes: [UInt8])], behind first: Int, movingMembersFrom place: Int?
  ) {
    let rest = cut(from: first)
    var member = place ?? members.count
    var (taken, added) = (first, 0)
    for text in texts {
      write(rest.span.extracting(taken - first..<text.offset - first))
      taken = text.offset
      while member < members.count, members[member].separator < text.offset {
        members[member].move(by: added)
        member += 1
      }
      write(text.bytes.span)
      added += text.bytes.count
    }
    write(rest.span.extracting(taken - first..<rest.count))
    while member < members.count {
      members[member].move(by: added)
      member += 1
    }
  }
}
