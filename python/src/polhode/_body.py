"""Bodies: what resists a torque."""

from __future__ import annotations

import os
import warnings
from typing import Any, Iterator

import numpy as np

from . import _core
from ._arrays import flag, number, real


class Body:
    """A rigid body, or many of them along the first axis of their arrays.

    moments:   principal moments of inertia along the body axes (kg m^2), in any order; or
    tensor:    the inertia tensor along the body axes, symmetric, about the fixed point or the centre of mass
    effective: moments that belong to no distribution of mass (fitted models) are taken as well

    >>> Body(moments=[0.6, 0.8, 1.0])
    Body(moments=[0.6, 0.8, 1.0])
    >>> Body(moments=[1, 2, 5])
    Traceback (most recent call last):
      ...
    ValueError: inertia: moments (1, 2, 5) are impossible: I3 <= I1 + I2 is violated by 2 (were these ...
    >>> Body(tensor=[[2, 0.3, 0], [0.3, 2, 0], [0, 0, 3]]).moments.round(3)
    array([1.7, 2.3, 3. ])
    >>> len(Body(moments=[[1, 2, 2.5], [1, 1, 1]]))
    2
    """

    __slots__ = ("_handles", "_given", "_many", "_made_by", "_mesh")

    _given: dict[str, Any]

    def __init__(self, moments: Any = None, *, tensor: Any = None, effective: bool = False) -> None:
        if (moments is None) == (tensor is None):
            raise ValueError("a body has moments or a tensor: give one of the two")
        effective = flag(effective, "effective")
        if moments is not None:
            given = real(moments, "moments", 3, many=True)
            self._handles = _core.Bodies.moments(given.reshape(-1, 3), effective)
        else:
            if effective:
                raise ValueError("effective goes with moments")
            given = real(tensor, "tensor", 3, 3, many=True)
            self._handles = _core.Bodies.tensor(given.reshape(-1, 3, 3))
        self._many = given.ndim == (2 if tensor is None else 3)
        self._made_by: tuple[Any, ...] | None = None
        self._mesh: dict[str, Any] | None = None
        self._given = {"moments" if tensor is None else "tensor": given.copy(), "effective": effective}

    @classmethod
    def box(cls, mass: float, size: Any) -> Body:
        """A solid box: its mass (kg) and its edges along the body axes (m), about its centre.

        >>> Body.box(12, [1, 2, 3])
        Body(moments=[13.0, 10.0, 5.0])
        """
        return cls._solid("box", mass, size)

    @classmethod
    def ellipsoid(cls, mass: float, size: Any) -> Body:
        """A solid ellipsoid: its mass (kg) and its full extents along the body axes (m)."""
        return cls._solid("ellipsoid", mass, size)

    @classmethod
    def cylinder(cls, mass: float, radius: float, height: float) -> Body:
        """A solid cylinder along the third body axis, about its centre."""
        d = 2 * number(radius, "radius")
        return cls._solid("cylinder", mass, [d, d, number(height, "height")])

    @classmethod
    def sphere(cls, mass: float, radius: float) -> Body:
        """A solid sphere about its centre."""
        return cls._solid("sphere", mass, [2 * number(radius, "radius")] * 3)

    @classmethod
    def atoms(cls, masses: Any, positions: Any) -> Body:
        """Point masses (kg) at positions (m) from any origin, about their centre of mass, in the axes of the positions.

        >>> Body.atoms([16, 1, 1], [[0, 0, 0], [0.96, 0, 0], [-0.24, 0.93, 0]]).moments.round(3)
        array([0.615, 1.152, 1.767])
        """
        m = real(masses, "masses", many=True).reshape(-1)
        r = real(positions, "positions", len(m), 3)
        return cls._of(_core.Bodies.atoms(m, r), ("atoms", m, r))

    @classmethod
    def from_mesh(cls, mesh: Any, *, density: float | None = None, mass: float | None = None, unit: str | None = None) -> Body:
        """What a closed mesh encloses, evenly filled: about its centre of mass, in the axes of the mesh.

        mesh:    a file (.stl .obj .ply .off .glb .gltf), or a pair of arrays: points (n, 3), and triangles (m, 3), numbers of
                 points from 0, counterclockwise as seen from outside
        density: kg/m^3; or mass: kg
        unit:    of the coordinates: "m", "cm", "mm", "km", "in", "ft"; if nothing is said, metres, and a warning if that
                 is unlikely

        Refused is what encloses no body: an open mesh, one wound in both senses, parts that overlap.

        >>> points = [[x, y, z] for z in (0, 3) for y in (0, 2) for x in (0, 1)]
        >>> quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        >>> triangles = [t for a, b, c, d in quads for t in ([a, b, c], [a, c, d])]
        >>> body = Body.from_mesh((points, triangles), density=2, unit="m")
        >>> body
        Body(tensor=[[13.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 5.0]])
        >>> body.mesh["mass"], body.mesh["centre"]
        (12.0, array([0.5, 1. , 1.5]))
        """
        for name, value in (("density", density), ("mass", mass)):
            if value is not None and not (number(value, name) > 0 and np.isfinite(value)):
                raise ValueError(f"{name}: {value} must be positive and finite")
        if (density is None) == (mass is None):
            raise ValueError("a mesh says where the body is, not how heavy it is: give density or mass, one of the two")
        if unit is not None and not isinstance(unit, str):
            raise TypeError(f"unit: expected a text, got {type(unit).__name__}")
        weight = (unit, number(density or 0, "density"), number(mass or 0, "mass"))
        if isinstance(mesh, (str, os.PathLike)):
            made = _core.mesh_file(os.fspath(mesh), *weight)
        elif isinstance(mesh, (tuple, list)) and len(mesh) == 2:
            points, corners = real(mesh[0], "points", len(mesh[0]), 3), np.asarray(mesh[1])
            if corners.dtype.kind not in "iu" or corners.ndim != 2 or corners.shape[1] != 3:
                raise ValueError(f"triangles: expected whole numbers of shape (m, 3), got {corners.dtype} of {corners.shape}")
            made = _core.mesh_arrays(points, np.ascontiguousarray(corners, dtype=np.int64), *weight)
        else:
            raise TypeError(f"mesh: expected a file or a pair of arrays (points, triangles), got {type(mesh).__name__}")
        for text in made.pop("warnings"):
            warnings.warn(text, stacklevel=2)
        body = cls(tensor=made["tensor"])
        body._mesh = made
        return body

    @property
    def mesh(self) -> dict[str, Any] | None:
        """Of a body from a mesh: mass, density, volume, area, centre, bounds, tensor, rounding, triangles, shells, cavities,
        turned_shells; else None."""
        return self._mesh

    @classmethod
    def _solid(cls, shape: str, mass: Any, size: Any) -> Body:
        m, s = number(mass, "mass"), real(size, "size", 3)
        return cls._of(_core.Bodies.solid(shape, m, s), ("_solid", shape, m, s))

    @classmethod
    def _of(cls, handles: Any, made_by: tuple[Any, ...]) -> Body:
        """One body that the library has made."""
        made = cls.__new__(cls)
        made._handles, made._many, made._made_by, made._mesh = handles, False, made_by, None
        if np.array_equal(handles.frame[0], [1, 0, 0, 0]):
            made._given = {"moments": handles.principal_moments[0], "effective": False}
        else:
            J = handles.momentum(np.eye(3)) if len(handles) == 1 else None
            made._given = {"tensor": 0.5 * (J + J.T), "effective": False}
        return made

    @property
    def moments(self) -> np.ndarray:
        """Principal moments, in the order of the principal axes."""
        I = self._handles.principal_moments
        return I if self._many else I[0]

    @property
    def frame(self) -> np.ndarray:
        """The rotation from principal axes to body axes, w x y z; 1 0 0 0 if body axes are principal."""
        q = self._handles.frame
        return q if self._many else q[0]

    def momentum(self, angular_velocity: Any) -> np.ndarray:
        """Angular momentum of an angular velocity, both along body axes."""
        return self._converted(self._handles.momentum, angular_velocity, "angular_velocity")

    def angular_velocity(self, momentum: Any) -> np.ndarray:
        """Angular velocity of an angular momentum, both along body axes."""
        return self._converted(self._handles.angular_velocity, momentum, "momentum")

    def _converted(self, convert: Any, vectors: Any, name: str) -> np.ndarray:
        v = real(vectors, name, 3, many=True)
        if self._many and v.ndim == 2 and len(v) != len(self):
            raise ValueError(f"{name}: there are {len(self)} bodies, but {len(v)} vectors")
        rows = np.broadcast_to(v, (len(self), 3)) if self._many else v.reshape(-1, 3)
        made = convert(np.ascontiguousarray(rows))
        return made if self._many or v.ndim == 2 else made[0]

    @property
    def is_many(self) -> bool:
        """Whether these are many bodies (perhaps 0 or 1 of them) rather than one.

        >>> Body(moments=[1, 2, 2.5]).is_many, Body(moments=[[1, 2, 2.5]]).is_many
        (False, True)
        """
        return self._many

    @property
    def many(self) -> bool:
        """Deprecated: the older name of `is_many`, which reads as if it made many bodies."""
        return self._many

    def __len__(self) -> int:
        if not self._many:
            raise TypeError("one body has no length")
        return len(self._handles)

    def __getitem__(self, key: Any) -> Body:
        if not self._many:
            raise TypeError("one body has no parts")
        return Body(**{k: v[key] if isinstance(v, np.ndarray) else v for k, v in self._given.items()})

    def __iter__(self) -> Iterator[Body]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        return all(k in other._given and np.array_equal(v, other._given[k]) for k, v in self._given.items())

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        if self._made_by is not None:
            return _restored, (self._made_by,)
        return _restored, (self._given,)

    def __repr__(self) -> str:
        if self._many:
            return f"<{len(self)} bodies>"
        name = "moments" if "moments" in self._given else "tensor"
        effective = ", effective=True" if self._given["effective"] else ""
        return f"Body({name}={self._given[name].tolist()}{effective})"


def _restored(given: dict[str, Any] | tuple[Any, ...]) -> Body:
    return getattr(Body, given[0])(*given[1:]) if isinstance(given, tuple) else Body(**given)
