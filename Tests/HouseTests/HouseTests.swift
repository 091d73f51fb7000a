import Testing

/// The house rules that a program can check. A failure lists the places to fix.
@Suite struct HouseTests {
  @Test func `a module imports only modules of lower layers`() throws {
    try expectKept(ImportDirection())
  }

  @Test func `a folder of a module uses only lower folders of the same module`() throws {
    try expectKept(FolderDirection())
  }

  @Test func `two modules never declare types with the same name`() throws {
    try expectKept(SharedNames())
  }

  @Test func `only the listed modules import other packages`() throws {
    try expectKept(ForeignImports())
  }

  @Test func `one import of a library provides all types of its public API`() throws {
    try expectKept(OneImport())
  }

  @Test func `no source file uses the sleep functions of the Swift runtime`() throws {
    try expectKept(Sleeping())
  }

  @Test func `unchecked Sendable conformances occur only in listed files`() throws {
    try expectKept(UncheckedSendable())
  }

  @Test func `no code that parses a peer's bytes contains a trap`() throws {
    try expectKept(Traps())
  }

  @Test func `unsafe code occurs only at C calls and has a SAFETY comment`() throws {
    try expectKept(UnsafeCode())
  }

  @Test func `each declassified secret has a PUBLIC comment`() throws {
    try expectKept(Declassified())
  }

  @Test func `parsers process external text as bytes instead of characters`() throws {
    try expectKept(UnicodeText())
  }

  @Test func `each parser has a comment that cites its specification`() throws {
    try expectKept(Citations())
  }

  @Test func `every public declaration has a documentation comment`() throws {
    try expectKept(Documentation())
  }

  @Test func `the comment of each setting states the default value`() throws {
    try expectKept(SettingDefaults())
    let count = SettingDefaults().count(in: try House.here.get())
    print("settings with their defaults: \(count)")
    #expect(count > 180)
  }

  @Test func `comments contain none of the removed phrases`() throws {
    try expectKept(PlainEnglish())
  }

  @Test func `the scripts of the mutation tests name only existing files`() throws {
    try expectKept(Deletions())
  }

  @Test func `no public type has the name of a type in another package`() throws {
    try expectKept(PublicNames())
  }

  @Test func `importing Apus provides at most 75 names`() throws {
    let house = try House.here.get()
    let names = PublicNames.frontDoor(of: house).compactMap(\.name).sorted()
    print("import Apus gives \(names.count) names:", names.joined(separator: " "))
    #expect(names.count <= 75 && Set(names).count == names.count)
    let session = house.libraryFiles.filter { $0.module == "ApusSession" }
      .flatMap { PublicNames.publicTypes(in: $0).map(\.name) }
    #expect(session.allSatisfy(names.contains), "Exports.swift of Apus lacks a type of ApusSession")
  }

  @Test func `no type, file or folder is named Utils, Helper, Common or Manager`() throws {
    try expectKept(Naming())
  }

  @Test func `a source file is named after a type that it declares`() throws {
    try expectKept(FileNames())
  }

  @Test func `a source file has at most 400 lines`() throws {
    try expectKept(FileLength())
  }

  @Test func `a function has at most 60 lines`() throws {
    try expectKept(FunctionLength())
  }

  @Test func `a source line has at most 100 columns`() throws {
    try expectKept(LineLength())
  }

  @Test func `no comment contains TODO or FIXME`() throws {
    try expectKept(Unfinished())
  }

  @Test func `no Swift file of the products contains operating system conditions`() throws {
    try expectKept(PlatformConditions())
  }

  @Test func `no file contains an absolute path of one machine`() throws {
    try expectKept(MachinePaths())
  }

  @Test func `the top folder of the repository contains only listed files`() throws {
    try expectKept(TopLevel())
  }

  private func expectKept(_ rule: some Rule) throws {
    let house = try House.here.get()
    #expect(house.floors.modules.count >= 12)
    #expect(house.swiftFiles.count > 30)
    let breaches = rule.breaches(in: house)
    #expect(breaches.isEmpty, "\n\(breaches.map(\.description).joined(separator: "\n"))")
  }
}
