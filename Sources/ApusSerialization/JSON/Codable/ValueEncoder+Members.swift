internal import ApusBytes

/// The members of an object during encoding: the handling of duplicate names and the insertion of
/// separately encoded parts.
extension ValueEncoder {
  /// Removes an earlier member with the name of the last member, because the value that was encoded
  /// last counts.
  @inline(never)
  func settleLastName() {
    let firstMember = firstMember
    // The index has a single reference while it changes, so it is not copied.
    var index = self.index.take()
    let place = document.write { $0.earlierMember(from: firstMember, &index) }
    self.index = index
    if let place { drop(place) }
  }

  /// Removes a member that has a successor.
  private func drop(_ place: Int) {
    let removed = document.write { $0.removeMember(place) }
    parts?.forget(removed)
    memberDropped()
  }

  /// Ends the separately encoded parts and inserts each part in its position.
  func insert(_ parts: EncodedParts) throws {
    guard let first = parts.list.first?.offset else { return }
    let texts = try parts.list.map { (offset: $0.offset, bytes: try $0.encoder.finishedPart()) }
    let firstMember = isObject ? firstMember : nil
    document.write { $0.insert(texts, behind: first, movingMembersFrom: firstMember) }
    self.parts = nil
  }
}

/// The separately encoded parts of a value with their positions.
final class EncodedParts {
  var list: [(offset: Int, encoder: ValueEncoder)] = []

  /// Removes the parts in a removed range of bytes, and moves the later parts.
  func forget(_ removed: Range<Int>) {
    list.removeAll { removed.contains($0.offset) }
    for part in list.indices where list[part].offset >= removed.upperBound {
      list[part].offset -= removed.count
    }
  }
}

extension JSONWriter {
  /// Returns an earlier member with the name of the last member. If the object has many members,
  /// the function adds all members to an index.
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

  /// Inserts texts at their positions. The first position is given.
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
