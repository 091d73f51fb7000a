import Testing

struct OutlineTests {
  let outline = Outline(
    Lexer(
      Array(
        """
        public struct Point<T>: Equatable where T: Equatable {
          public private(set) var x = { 1 }()
          init?(_ x: Int = { 2 }()) {
            self.init(y: x)
          }
          static func == (a: Self, b: Self) -> Bool { a.x == b.x }
        }
        protocol Shape {
          func area() -> Int
          init(sides: Int)
          var name: String { get }
        }
        extension HTTP.Fields: Shape {
          final class Entry { class func make() -> AnyClass { Self.self }
            deinit {
            }
          }
        }
        """.utf8)
    ).tokens)

  @Test func `the outline of a Swift file lists declarations with names and positions`() {
    let found = outline.declarations.map {
      "\($0.keyword) \($0.name) \($0.firstLine)-\($0.lastLine)"
    }
    #expect(
      found == [
        "struct Point 1-7", "init ? 3-5", "func = 6-6", "protocol Shape 8-12", "func area 9-9",
        "init ( 10-10", "extension HTTP.Fields 13-18", "class Entry 14-17", "func make 14-14",
        "deinit { 15-16",
      ])
    let parents = outline.declarations.map { $0.parent.map { outline.declarations[$0].name } }
    #expect(
      parents == [
        nil, "Point", "Point", nil, "Shape", "Shape", nil, "HTTP.Fields", "Entry", "Entry",
      ])
    #expect(outline.declarations.filter(\.isPublic).map(\.name) == ["Point"])
  }

  @Test func `the outline of a Swift file contains access modifiers of enclosing types`() {
    #expect(outline.publics.map(\.parent) == [nil, 0])
  }
}
