// mesh_file_test.cpp -- each format gives the same body; broken files are refused in words
#include "mesh/mesh_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "mesh/shapes.hpp"
#include "mesh/solid.hpp"
#include "polhode/numbers/error.hpp"

using namespace polhode;

namespace {

const Mesh kBox = shapes::box({1, 2, 3});

void expect_box(const std::string& content, const char* ending) {
  Mesh mesh = mesh_of(content, ending);
  const Solid s = solid_of(mesh);
  EXPECT_EQ(s.volume, 6) << ending;
  EXPECT_EQ(s.tensor[0][0], 6.5) << ending;
}
std::string refusal(const std::string& content, const char* ending) {
  try {
    mesh_of(content, ending);
  } catch (const InvalidInput& bad) {
    return bad.what();
  }
  return "";
}
void expect_refused(const std::string& content, const char* ending, const std::string& why) {
  const std::string message = refusal(content, ending);
  EXPECT_NE(message.find(why), std::string::npos) << "said: " << message;
}

std::string text_stl() {
  std::string text = "solid a box with a facet in its name\n";
  for (const auto& t : kBox.triangles) {
    text += "  facet normal 0 0 0\n    OUTER LOOP\n";
    for (const std::uint32_t p : t)
      text += "      vertex " + to_text(kBox.points[p].x) + " +" + to_text(kBox.points[p].y) + "\t" +
              to_text(kBox.points[p].z) + "\r\n";
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a box";
}
std::string obj() {
  std::string text = "# a box, with a comment\nmtllib none.mtl\no box\n";
  for (const Vec3<double>& p : kBox.points)
    text += "v " + to_text(p.x) + " " + to_text(p.y) + " " + to_text(p.z) + " # here, too\n";
  return text + "vn 0 0 1\nf 1/1/1 3/1/1 4//1 2\nf 5 6 8 7\nf -8 -7 -3 -4\nf 3 7 \\\n 8 4\nf 1 5 7 3\ns off\nf 2 4 8 6";
}
std::string off() {
  return "OFF # comment\n\n# another\n8 6 12\n0 0 0\n1 0 0 # a corner\n0 2 0\n1 2 0\n0 0 3\n1 0 3\n0 2 3\n1 2 3\n"
         "4 0 2 3 1 255 0 0\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n";
}
std::string ply_head(const std::string& format) {
  return "ply\nformat " + format +
         " 1.0\ncomment made here\nelement vertex 8\nproperty uchar red\nproperty double x\nproperty double y\n"
         "property double z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n";
}
std::string text_ply() {
  std::string text = ply_head("ascii");
  for (const Vec3<double>& p : kBox.points)
    text += "7 " + to_text(p.x) + " " + to_text(p.y) + " " + to_text(p.z) + "\n";
  for (const auto& t : kBox.triangles)
    text += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
  return text;
}
std::string binary_ply(bool big) {
  std::string file = ply_head(big ? "binary_big_endian" : "binary_little_endian");
  const auto put = [&](auto x) {
    std::string bytes;
    shapes::put_bytes(bytes, x);
    if (big) std::reverse(bytes.begin(), bytes.end());
    file += bytes;
  };
  for (const Vec3<double>& p : kBox.points) put(std::uint8_t(7)), put(p.x), put(p.y), put(p.z);
  for (const auto& t : kBox.triangles) {
    put(std::uint8_t(3));
    for (const std::uint32_t p : t) put(std::int32_t(p));
  }
  return file;
}
/// Half as large in its numbers, put right by its nodes, one of which mirrors.
std::string glb(const std::string& node = R"("children":[1])") {
  std::string bytes;
  for (const Vec3<double>& p : kBox.points)
    for (int i = 0; i < 3; ++i) shapes::put_bytes(bytes, float(0.5 * p[i]));
  for (const auto& t : kBox.triangles)
    for (const std::uint32_t p : t) shapes::put_bytes(bytes, std::uint16_t(p));
  std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"scale":[-2,2,2],"translation":[5,0,0],)" +
      node +
      R"(},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"},)"
      R"({"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}],)"
      R"("buffers":[{"byteLength":168}]})";
  while (json.size() % 4) json += ' ';
  std::string file = "glTF";
  shapes::put_bytes(file, std::uint32_t(2));
  shapes::put_bytes(file, std::uint32_t(12 + 8 + json.size() + 8 + bytes.size()));
  shapes::put_bytes(file, std::uint32_t(json.size()));
  file += "JSON" + json;
  shapes::put_bytes(file, std::uint32_t(bytes.size()));
  return file + std::string("BIN\0", 4) + bytes;
}

TEST(MeshFile, AllFormatsGiveTheSameBody) {
  expect_box(shapes::stl(kBox), ".stl");
  expect_box(text_stl(), ".stl");
  expect_box(obj(), ".obj");
  expect_box(off(), ".off");
  expect_box(text_ply(), ".ply");
  expect_box(binary_ply(false), ".ply");
  expect_box(binary_ply(true), ".ply");
  expect_box(glb(), ".glb");
}

TEST(MeshFile, PrecisionIsKnown) {
  EXPECT_TRUE(mesh_of(shapes::stl(kBox), ".stl").single);
  EXPECT_TRUE(mesh_of(glb(), ".glb").single);
  EXPECT_FALSE(mesh_of(binary_ply(false), ".ply").single);
  EXPECT_FALSE(mesh_of(obj(), ".obj").single);
}

TEST(MeshFile, StlIsBinaryByItsSize) {
  const std::string whole = shapes::stl(kBox);
  expect_refused(whole.substr(0, whole.size() - 1), ".stl",
                 "says that there are 12 triangles, which take 684 bytes, but has 683");
  expect_refused(whole + "x", ".stl", "but has 685");
  std::string many = whole;
  many[83] = '\x7f';  // 2e9 triangles
  expect_refused(many, ".stl", "is no whole STL file: it says that there are 2130706444 triangles");
  expect_refused("sol", ".stl", "is no STL file: it has 3 bytes");
  std::string none(80, ' ');
  shapes::put_bytes(none, std::uint32_t(0));
  expect_refused(none, ".stl", "has no faces");
}

TEST(MeshFile, TextStlFaults) {
  const std::string whole = text_stl();
  expect_refused(whole.substr(0, whole.size() - 20), ".stl", "line 85: ");
  expect_refused(whole.substr(0, whole.find("endsolid")), ".stl", "ends without endsolid");
  expect_refused("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\nendloop", ".stl",
                 "line 4: a coordinate is missing");
  expect_refused("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1\nendloop", ".stl",
                 "a facet has 1 corners, not 3");
  expect_refused("solid x\nvertex a 0 1", ".stl", "line 2: \"a\" is no number");
  expect_refused("solid x\nmesh", ".stl", "\"mesh\" is no word of an STL file");
}

TEST(MeshFile, ObjFaults) {
  expect_refused("v 0 0 0\nf 1 2 3\n", ".obj", "line 2: a face has corner 2, but there are 1 points up to here");
  expect_refused("v 0 0 0\nf 1 1\n", ".obj", "a face has 2 corners");
  expect_refused("v 0 0\n", ".obj", "line 1: a coordinate is missing");
  expect_refused("v 0 0 0\nf 1 0 1\n", ".obj", "corner 0");
  expect_refused("v 0 0 0\nf 1 1.5 1\n", ".obj", "\"1.5\" is no whole number");
  expect_refused("v 0 0 0\n", ".obj", "has no faces");
}

TEST(MeshFile, OffAndPlyFaults) {
  expect_refused("OFF\n4000000000 1 0\n", ".off", "more than the file has room for");
  expect_refused("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n", ".off", "the number of corners of a face is missing");
  expect_refused(off().replace(off().find("4 0 2 3 1"), 9, "4 0 2 9 1"), ".off", "a face has corner 9");
  expect_refused("4OFF\n", ".off", "only OFF of three dimensions");
  expect_refused("OFF BINARY\n", ".off", "binary OFF");
  const std::string whole = binary_ply(false);
  expect_refused(whole.substr(0, whole.size() - 1), ".ply", "ends before its last face");
  expect_refused("ply\nformat ascii 1.0\nelement vertex 9000000\n", ".ply", "more than the file has bytes");
  expect_refused("ply\nformat vax 1.0\nend_header\n", ".ply", "has format \"vax\"");
  expect_refused("polygon", ".ply", "does not begin with \"ply\"");
  expect_refused("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n3 0 1 2\n",
                 ".ply", "face 1 has corner 0, but points count from 0 to -1");
}

TEST(MeshFile, GltfFaults) {
  const std::string whole = glb();
  expect_refused(whole.substr(0, whole.size() - 1), ".glb", "it was cut off");
  expect_refused("glTF", ".glb", "is no GLB file");
  expect_refused("{", ".gltf", "is no good glTF");
  expect_refused(R"({"asset":{}, "nodes":[{"mesh":3}]})", ".gltf", "is no good glTF");
  expect_refused(R"({"extensionsRequired":["KHR_draco_mesh_compression"]})", ".gltf", "is compressed");
  expect_refused(R"({"scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]})", ".gltf", "without an end");
  expect_refused(R"({"buffers":[{"uri":"../../secret"}]})", ".gltf", "outside of its folder");
  expect_refused(glb(R"("children":[1,7])"), ".glb", "is no good glTF");
}

TEST(MeshFile, WhatIsNoFile) {
  const std::string folder = ::testing::TempDir() + "mesh_file_test";
  std::filesystem::create_directories(folder + "/a.stl");
  const auto said = [](const std::string& path) {
    try {
      read_mesh(path);
    } catch (const InvalidInput& bad) {
      return std::string(bad.what());
    }
    return std::string();
  };
  EXPECT_EQ(said(folder + "/none.stl"), "there is no such file");
  EXPECT_EQ(said(folder + "/a.stl"), "is a folder, not a file");
  std::filesystem::remove(folder + "/link.stl");
  std::filesystem::create_symlink("nowhere", folder + "/link.stl");
  EXPECT_EQ(said(folder + "/link.stl"), "is a link to a file that is not there");
  EXPECT_EQ(said("part.step"), "ends with \".step\", none of .stl .obj .ply .off .glb .gltf");
  EXPECT_EQ(said("part"), "ends with \"\", none of .stl .obj .ply .off .glb .gltf");
  std::ofstream(folder + "/empty.STL");
  EXPECT_EQ(said(folder + "/empty.STL"), "is empty");
  std::ofstream(folder + "/box.OBJ") << obj();
  EXPECT_EQ(read_mesh(folder + "/box.OBJ").triangles.size(), 12u);
  EXPECT_EQ(said("/dev/zero.stl").empty(), false);
}

}  // namespace
